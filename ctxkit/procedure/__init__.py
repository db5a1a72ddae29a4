"""Procedures: their types, guards, texts and functions."""
