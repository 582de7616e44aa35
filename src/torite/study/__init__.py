"""What a match that is over has to teach: what each decision cost, from what its seat knew."""

from torite.study.analysis import Analysis, Decision, analyse, judged_entries

__all__ = ["Analysis", "Decision", "analyse", "judged_entries"]
