"""The example sessions: who said what, in the order in which it was said."""
