"""What the strategies of a game do at positions written as text, in words of the game's own `positions`."""

import math
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest

from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.resolve import bind, spelled


class Choosing:
    """What strategies of a game choose.

    game: its name. written: the module that reads its positions and spells its moves.
    """

    def __init__(self, game: str, written: ModuleType) -> None:
        self.game, self.written = game, written

    def scores(self, game: Stepper, strategy: str) -> dict[str, float]:
        """Every legal move's score."""
        who = bind(spelled(self.game, strategy))  # half a player, too
        moves = game.moves()
        scored = zip(moves, scores_of(who, game.view, moves), strict=True)
        return {self.written.spell_move(move): float(score) for move, score in scored}

    def shown(self, game: Stepper, habit: str) -> set[str]:
        """The moves that show a habit of the champion's: they are denied, and others have its scores."""
        plain, without = self.scores(game, "champion"), self.scores(game, f"champion:forbid={habit}")
        denied = {move for move in plain if without[move] == -math.inf}
        assert without == plain | dict.fromkeys(denied, -math.inf)
        return denied

    def best(self, game: Stepper, strategy: str) -> str:
        """The move with the highest score; `a or b` where several share it."""
        scored = self.scores(game, strategy)
        return " or ".join(move for move, score in scored.items() if score == max(scored.values()))

    def story(self, text: str, strategy: str, n_decisions: int, **settings: object) -> list[str]:
        """The strategy's moves for so many decisions in a row, for whichever seat decides."""
        game, messages = self.written.position(text, **settings), []
        for _ in range(n_decisions):
            seat, move = int(game.view.seat), self.best(game, strategy)
            messages.append(f"{seat} {move}")
            self.written.play(game, move)
        return messages

    def apart(self, game: Stepper, strategy: str, other: str) -> set[str]:
        """The moves that two strategies do not score alike."""
        scored, others = self.scores(game, strategy), self.scores(game, other)
        return {move for move in scored if scored[move] != others[move]}

    def does(
        self, strategy: str, rows: Mapping[str, tuple[Any, ...]], at: Callable[..., Stepper] | None = None
    ) -> Callable[[str], None]:
        """A test that a strategy does what some sentences say.

        rows: by sentence, the words of a position, and the best move by parameters. at: makes a position of such words;
        as `facing` does, if nothing is given.
        """

        @pytest.mark.parametrize("sentence", rows)
        def test(sentence: str) -> None:
            *words, moves = rows[sentence]
            game = (at or self.written.facing)(*words)
            assert {given: self.best(game, f"{strategy}:{given}".rstrip(":")) for given in moves} == moves

        return test
