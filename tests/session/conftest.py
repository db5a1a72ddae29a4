import sys
from pathlib import Path

# The vectors' reader and the scripted functions are shared with the tests of procedures.
sys.path.insert(0, str(Path(__file__).parent.parent / "procedure"))
