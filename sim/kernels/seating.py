"""Which deal, rotation and seats a game has.

A run plays one deal after another, each in all its rotations, and numbers its games in that order. In rotation r,
player p sits on seat (p - r) mod n.
"""

from typing import TYPE_CHECKING, Any


def deal_of(game: Any, rotations: int) -> Any:
    """The deal of a game."""
    return game // rotations


def rotation_of(game: Any, rotations: int) -> Any:
    """The rotation of its deal in which a game is played."""
    return game % rotations


def player_on(seat: Any, rotation: Any, n_players: int) -> Any:
    """The player who sits on a seat in a rotation."""
    return (seat + rotation) % n_players


def seat_of(player: Any, rotation: Any, n_players: int) -> Any:
    """The seat of a player in a rotation."""
    return (player - rotation) % n_players


class Seating:
    """What numbers its games by deal and rotation: anything with `n_players` and `rotations` (games on each deal).

    Numbers of games, deals, players and seats may be whole numbers or arrays of them, which broadcast; `deal_of` and
    `rotation_of` take Polars expressions too.
    """

    if TYPE_CHECKING:

        @property
        def n_players(self) -> int:
            """Players at the table."""

        @property
        def rotations(self) -> int:
            """Games played on each deal."""

    def deal_of(self, game: Any) -> Any:
        """The deal on which a game is played."""
        return deal_of(game, self.rotations)

    def rotation_of(self, game: Any) -> Any:
        """The rotation of its deal in which a game is played."""
        return rotation_of(game, self.rotations)

    def game_of(self, deal: Any, rotation: Any = 0) -> Any:
        """The game that a deal is in a rotation; without one, the deal's first game."""
        return deal * self.rotations + rotation

    def player_on(self, seat: Any, game: Any) -> Any:
        """The player who sits on a seat in a game."""
        return player_on(seat, self.rotation_of(game), self.n_players)

    def seat_of(self, player: Any, game: Any) -> Any:
        """The seat on which a player sits in a game."""
        return seat_of(player, self.rotation_of(game), self.n_players)

    def players_by_seat(self, game: int) -> list[int]:
        """The player on each seat in a game."""
        return [self.player_on(seat, game) for seat in range(self.n_players)]

    def games_on(self, n_deals: int) -> int:
        """How many games are played on this many deals."""
        return n_deals * self.rotations

    def deals_for(self, n_games: int) -> int:
        """How many whole deals make at least this many games."""
        return -(-n_games // self.rotations)
