"""Reads golden vectors for parametrised tests."""

import json
from pathlib import Path

VECTORS = Path(__file__).parent.parent / "vectors"


def cases(name):
    """Return the cases of a vector file, each a dict of id, in and out."""
    lines = (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]
