"""The result page: outcome, score table, explanations, score curve, shared picture."""
