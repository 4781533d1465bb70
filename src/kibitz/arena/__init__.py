"""Games that play themselves: matches, beliefs, films."""
