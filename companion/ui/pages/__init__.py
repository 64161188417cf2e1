"""What the keeper sees, one page after the other; no page knows another."""
