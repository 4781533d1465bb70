"""Games, watches and tables as machine code sees them."""
