"use strict";
// Steps through a game, by buttons, keys and the slider.
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const state = document.getElementById("state");
  const slider = document.getElementById("step");
  const seat = document.getElementById("seat");
  const count = document.getElementById("count");
  const NS = "http://www.w3.org/2000/svg";
  const last = game.steps.length - 1;
  let at = 0;

  const make = (name, content, className) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...[content].flat());
    return element;
  };

  const knows = (step, card) => {
    if (!seat.value) return true;
    return (BigInt(`0x${step.known[seat.value - 1]}`) >> BigInt(card)) & 1n;
  };

  const drawn = (step, card) => {
    const svg = document.createElementNS(NS, "svg");
    const use = document.createElementNS(NS, "use");
    const open = knows(step, card);
    use.setAttribute("href", open ? `#card-${card}` : "#card-back");
    svg.setAttribute("class", "card");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", open ? game.cards[card] : "a card face down");
    svg.append(use);
    return svg;
  };

  const places = (step) => game.places.map((name, index) => {
    const cards = step.cards[index];
    // Those that are known come first: the order tells nothing of the others.
    const sorted = [...cards].sort((one, other) => (knows(step, other) ? 1 : 0) - (knows(step, one) ? 1 : 0));
    const row = make("div", sorted.map((card) => drawn(step, card)), "cards");
    return cards.length ? [make("div", [make("h2", `${name} (${cards.length})`), row], "place")] : [];
  }).flat();

  const decision = (step) => {
    if (!step.seat) return [make("p", "The game is over.", "asked")];
    // Who is to choose sees the options; the others see what comes of it.
    const hidden = seat.value && Number(seat.value) !== step.seat;
    const who = `Seat ${step.seat}, ${game.seats[step.seat - 1]}: ${step.decision}`;
    if (hidden) return [make("p", who, "asked")];
    const options = step.options.map((option, index) => {
      const marks = [];
      if (index === step.choice) marks.push("chosen");
      if (step.against === index) marks.push("other");
      const item = make("li", option, marks.join(" "));
      if (index === step.choice) item.append(make("small", " chosen"));
      if (step.against === index) item.append(make("small", ` by ${game.against}`));
      return item;
    });
    return [make("p", who, "asked"), make("ul", options, "options")];
  };

  const scores = (step) => make("p", `${game.score}: ` + step.scores
    .map((score, index) => `seat ${index + 1} ${score}`.replace(" -", " \u2212")).join(", "), "scores");

  const show = (index) => {
    at = Math.max(0, Math.min(last, index));
    const step = game.steps[at];
    const text = at === last ? step.text.concat(game.rest) : step.text;
    state.replaceChildren(
      make("div", text.map((sentence) => make("p", sentence)), "told"),
      ...decision(step),
      scores(step),
      make("div", places(step), "table"),
    );
    slider.value = at;
    count.textContent = `${at + 1} of ${last + 1}, round ${step.round}`;
    history.replaceState(null, "", `#${at + 1}`);
  };

  const go = {
    first: () => show(0),
    back: () => show(at - 1),
    next: () => show(at + 1),
    last: () => show(last),
    other: () => {
      const next = game.steps.findIndex((step, index) => index > at && step.against !== undefined);
      if (next >= 0) show(next);
    },
  };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", d: "other" };

  slider.max = last;
  slider.addEventListener("input", () => show(Number(slider.value)));
  seat.addEventListener("change", () => show(at));
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => go[button.dataset.go]());
  }
  document.addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (!key || event.target === slider || event.target === seat || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go[key]();
  });
  show((Number(location.hash.slice(1)) || 1) - 1);
})();
