"""The workshop: one task of the tide-gauge project, built under a procedure and logged."""
