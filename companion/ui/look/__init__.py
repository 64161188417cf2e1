"""How everything looks and speaks: colours, icons, words, kv rules."""
