"""What can be taken with all cards open (TY-5): an exact search of one deal from any point on.

Some seats, `striving`, try to make the tricks of the seats `counted` as many as possible; all others try to make them
few. One question, "at least `need` of them?", is searched at a time, depth first and without recursion: the ply of a
position is the number of cards played since the trick under way began.

- Equal cards: of cards of one hand with no other live card between them only the lowest is tried.
- Transpositions: a result depends on who leads, on the length of every suit in every hand, and on the holders of the
  cards that won a trick by their rank, or that rank above such a card. It is kept with just these, so that it answers
  for all positions that differ in other cards only. (M. Ginsberg, "Partition search", AAAI 1996.)
- Sure tricks: what the leader can take in a row, and the highest trumps of one hand, settle many positions at once.
- Order: a card that wins against all that the foes still hold comes first, the cheapest of these before the others;
  if a friend wins anyway, low cards do.
"""
