"""The Emissary: what the player may know, from `clauses.md`. There is nobody else but those who look on."""

from __future__ import annotations

from tests.secrecy.law import Item, Law, everybody, nobody, owner

LAW = Law(
    "emissary",
    items=(
        Item("hand", owner, "| own hand | yes | from drawing |"),
        Item("drafting draft", owner, "EMIS-6.14"),
        Item("stock", nobody, "| order of the stock | no | never |"),
        Item("stock_left discarded arguments", everybody, "EMIS-11.4"),
        Item("discards won_pile", everybody, "| discards and won pile | number only | faces remembered by the player;"),
        Item("kingdoms kingdom trump", everybody, "| rulers in the row | yes | always |"),
        Item(
            "vassals selected used_vassals resting run", everybody, "| vassals and their state (free, selected, used)"
        ),
        Item("allies used_allies spent", everybody, "| allies, used allies | yes | always |"),
        Item(
            "trick leader last_leader last_trick tricks_played turn", everybody, "| king's next card | no | when it is"
        ),
        Item("to_draw errand", everybody, "EMIS-4.5"),
        Item("score won deals_played dealer begun", everybody, "| arguments won and demanded | yes | always |"),
        Item("seats options phase in_play", everybody, "EMIS-1.1"),
    ),
    shows=("turn!", "use", "visit!", "play"),  # the stock (EMIS-3.1, 6.2 to 6.14)
    tables=(
        ("emissary", 1, {}, {}),
        ("emissary-published", 1, {}, {}),
        ("emissary", 1, {"mode": "hard"}, {}),
        ("emissary", 1, {"vassal_selection": "any_time", "stop_when_lost": "no"}, {}),
    ),
)
