"""From a question to an answer: options, a plan, a question, an analysis."""
