"""Changes the rules by machine, one place at a time, and sees whether their tests notice."""
