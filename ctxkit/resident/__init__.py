"""Engine B: resident context as paged memory, filled by greedy weighted coverage."""
