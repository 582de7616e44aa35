"""Timings: ours and those of other libraries, taken turn by turn on the same machine."""
