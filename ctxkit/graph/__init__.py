"""Entries and the graph that they make."""
