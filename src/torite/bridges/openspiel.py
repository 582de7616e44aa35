"""Every game here in OpenSpiel: `import torite.bridges.openspiel`, then `pyspiel.load_game("torite_agurk(players=2)")`.

A variant is registered by its name, with `_` for `-`: `torite_doppelkopf_ddv`; a game by that of its package, with the
variant as a parameter: `torite_doppelkopf(variant=doppelkopf-ddv)`. docs/openspiel.md says how they are laid out there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torite.bridges.installed import check_installed

check_installed("open_spiel", "openspiel")

import pyspiel  # noqa: E402

from torite.bridges.spiel_context import Terms  # noqa: E402
from torite.bridges.spiel_parameters import Form, context_of  # noqa: E402
from torite.bridges.spiel_state import ToriteGame, ToriteState  # noqa: E402
from torite.errors import ToriteError  # noqa: E402
from torite.games import catalogue, find, games  # noqa: E402

__all__ = ["PREFIX", "ToriteGame", "ToriteState", "forms", "load", "name_of", "register"]

PREFIX = "torite_"


def name_of(name: str) -> str:
    """Return the name that a variant, or a game, has in OpenSpiel."""
    return PREFIX + name.replace("-", "_")


def forms() -> dict[str, Form]:
    """List all that is registered, by its name there; a game whose usual variant has its name is both at once."""
    found = {name_of(name): Form(*find(name), whole=False) for name in catalogue()}
    for game in games().values():
        found[name_of(game.name)] = Form(game, _usual(game), whole=True)
    return found


def game_at(variant: str, seats: int, options: Mapping[str, str]) -> ToriteGame:
    """Make the game that is a first deal of a variant, its options given as we write them."""
    name = name_of(variant)
    context = context_of(variant, seats, tuple(options.items()), 0, Terms())
    return ToriteGame(_kind(name, Form(*find(variant), whole=False), zero_sum=False, whole=False), context, {})


def _usual(game: Any) -> Any:
    own = game.name.replace("_", "-")
    return game.variants.get(own) or next(iter(game.variants.values()))


def register() -> None:
    """Register every game and variant of the catalogue; those from elsewhere that were added since, too."""
    for name, form in forms().items():
        pyspiel.register_game(_kind(name, form, zero_sum=False, whole=False), _game_of(name, form))


def _kind(name: str, form: Form, zero_sum: bool, whole: bool) -> Any:
    least, most = form.seats
    types = pyspiel.GameType
    hides = bool(form.game.layout.hidden)
    return types(
        short_name=name,
        long_name=f"Torite: {form.game.name if form.whole else form.variant.name}",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION if hides else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.REWARDS if whole else types.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=form.defaults,
    )


def load(text: str) -> ToriteGame:
    """Load a game by what it writes of itself: so games are pickled, and unpickled where nothing is registered yet.

    Raises:
        SpielError: for what is no game.
    """
    game: ToriteGame = pyspiel.load_game(text)
    return game


def _game_of(name: str, form: Form) -> type[ToriteGame]:
    """Make the class of a game that is registered.

    OpenSpiel holds it until after the interpreter has ended, when a function, unlike a class, would be thrown away.
    """

    class Registered(ToriteGame):
        def __init__(self, given: Mapping[str, Any] | None = None) -> None:
            try:
                context, differs = form.context({**form.defaults, **(given or {})})
            except ToriteError as error:
                raise pyspiel.SpielError(str(error)) from None
            super().__init__(_kind(name, form, context.terms.zero_sum, context.terms.whole), context, differs)

        def __reduce__(self) -> tuple[Any, ...]:
            return load, (str(self),)

    Registered.__name__ = Registered.__qualname__ = name
    Registered.__doc__ = f"The game {name}."
    return Registered


register()
