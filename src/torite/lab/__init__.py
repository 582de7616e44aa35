"""Simulation: many matches between bots, with what comes of them by seat."""

from torite.lab.rerun import match_of
from torite.lab.simulate import Report, simulate, speed

__all__ = ["Report", "match_of", "simulate", "speed"]
