"""Simulation: many matches between bots, with what comes of them by seat."""

from torite.lab.simulate import Report, match_of, simulate, speed

__all__ = ["Report", "match_of", "simulate", "speed"]
