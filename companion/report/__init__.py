"""Texts about facts: outcomes, explanations, answers, searches and statistics; without Kivy."""
