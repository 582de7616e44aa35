"""The solved turn as it is stored: what keeping dice is worth, how counts are spread, what every hand counts."""

from .solving import stored

WORTH, SPREADS, COUNTED = stored()
