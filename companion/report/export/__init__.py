"""Games and results for other programs and apps."""
