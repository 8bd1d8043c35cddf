// The table as some eyes see it: the middle, and the seats round it.

// Seats clockwise from the lower side: the own hand below, the others left, above and right. `mover` is the seat to move, if any.
function boardOf(replay, state, eyes, mover) {
  const n = replay.record.players.length;
  const others = Array.from({ length: n - 1 }, (_, i) => (eyes.bottom + 1 + i) % n);
  const beside = n === 2 ? 0 : Math.floor(n / 3) || 1;
  const box = (name, seats) => element("div", { class: name }, ...seats.map((seat) => seatOf(replay, state, eyes, seat, seat === mover)));
  return [
    element("div", { class: "centre" }, ...replay.game.centre(state, eyes)),
    box("left", others.slice(0, beside)),
    box("above", others.slice(beside, others.length - beside)),
    box("right", beside ? others.slice(-beside) : []),
    box("below", [eyes.bottom]),
  ];
}

function seatOf(replay, state, eyes, seat, moves) {
  const mark = moves ? "to move" : state.places[seat] ? `place ${state.places[seat]}` : "";
  const key = element("span", { class: `key seat-${seat % 6}`, "aria-hidden": "true" });
  const heading = element("p", { class: "who" }, key, element("span", { class: "name", title: replay.record.players[seat] }, element("b", {}, replay.name(seat))), element("span", { class: mark ? "mark" : "mark none-yet" }, mark));
  return element("div", { class: `seat${moves ? " moving" : ""}`, "data-seat": String(seat) }, heading, ...replay.game.seat(state, seat, eyes));
}
