"""Sessions: running procedures, logging, and being at any moment of a log."""
