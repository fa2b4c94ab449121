"use strict";
// Steps through a game, by buttons, keys and the slider: first the question,
// then the choice.
(() => {
  const $ = (id) => document.getElementById(id);
  const game = JSON.parse($("game").textContent);
  const [ask, board, log, slider, seat, round, play, count] =
    ["ask", "board", "log", "step", "seat", "round", "play", "count"].map($);
  const NS = "http://www.w3.org/2000/svg";
  const last = game.steps.length - 1;
  const LABELS = { hand: "Hand", captures: "Captures", stack: "Pile", aside: "Other cards" };
  const guesses = new Map();
  const opened = new Set();
  let at = 0;
  let shown = false;
  let timer;

  const make = (name, content = [], className = "") => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...[content].flat());
    return element;
  };
  const draw = (name, attributes, content = []) => {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  };
  const number = (value) => String(value).replace("-", "\u2212");

  const knows = (step, card) => {
    if (!seat.value) return true;
    return (BigInt(`0x${step.known[seat.value - 1]}`) >> BigInt(card)) & 1n;
  };
  // Who chooses sees the options; the others see what comes of it.
  const isAsked = (step) => step.seat > 0 && (!seat.value || Number(seat.value) === step.seat);

  const drawn = (step, card, isFaceDown) => {
    const open = !isFaceDown && knows(step, card);
    const name = open ? game.cards[card] : "a card face down";
    const svg = draw("svg", { class: "card", role: "img", "aria-label": name, viewBox: "0 0 100 160" }, [
      draw("title", {}, [name]),
      draw("use", { href: open ? `#card-${card}` : "#card-back" }),
    ]);
    if (open) svg.dataset.card = card;
    return svg;
  };

  const row = (step, cards, className) => make("div", cards.map((card) => drawn(step, card)), `cards ${className}`);

  // Folded, and as it was left on the next step.
  const folded = (key, summary, content) => {
    const details = make("details", [make("summary", summary), content]);
    details.open = opened.has(key);
    details.addEventListener("toggle", () => opened[details.open ? "add" : "delete"](key));
    return details;
  };

  const zone = (step, index) => {
    const { name, kind } = game.zones[index];
    const owned = step.seats[index] > 0;
    const label = owned ? LABELS[kind] || name : name;
    // Those that are known come first: the order says nothing of the others.
    const known = (card) => (knows(step, card) ? 0 : 1);
    const cards = kind === "heap" ? step.cards[index] : [...step.cards[index]].sort((a, b) => known(a) - known(b));
    const isEmpty = cards.length === 0;
    if (isEmpty && (kind === "aside" || name === "In play")) return [];
    const heading = make("h3", `${label} (${cards.length})`);
    const parts = [];
    if (kind === "stack") {
      const back = cards.length ? [drawn(step, cards[0], true)] : [];
      const summary = [make("span", back, "pile"), ` ${label} (${cards.length})`];
      const isOpen = cards.some((card) => knows(step, card));
      parts.push(isOpen ? folded(index, summary, row(step, cards, "lap")) : make("p", summary, "closed"));
    } else if (kind === "heap") {
      const TOP = 6;
      parts.push(heading, row(step, cards.slice(-TOP), "lap top"));
      if (cards.length > TOP) parts.push(folded(index, "All of them, the top last", row(step, cards, "lap")));
    } else {
      const isHidden = cards.every((card) => !knows(step, card));
      const style = { hand: isHidden ? "lap hidden" : cards.length > 9 ? "many" : "", captures: "lap", aside: "lap" };
      parts.push(heading, row(step, cards, style[kind] || ""));
    }
    return [make("div", parts, `zone ${kind}`)];
  };

  const zones = (step, owner) => game.zones.flatMap((_, index) => (step.seats[index] === owner ? zone(step, index) : []));

  const player = (step, owner) => {
    const role = step.roles[owner - 1];
    const head = [make("b", `Seat ${owner}`), ` ${game.seats[owner - 1]} `];
    if (role) head.push(make("small", role), " ");
    head.push(make("span", number(step.scores[owner - 1]), "points"));
    const own = zones(step, owner);
    return make("div", [make("h2", head), make("div", own, "own")], step.seat === owner ? "player turn" : "player");
  };

  // Around the table, clockwise from who looks on, who sits below on the left.
  const table = (step) => {
    const players = game.seats.length;
    const first = Number(seat.value) || 1;
    const around = game.seats.map((_, index) => ((first - 1 + index) % players) + 1);
    const above = Math.ceil((players - 1) / 2);
    const middle = zones(step, 0);
    if (step.notice) middle.unshift(make("p", step.notice, "notice"));
    const seats = (owners) => make("div", owners.map((owner) => player(step, owner)), "seats");
    return [
      seats(around.slice(1, 1 + above)),
      make("div", middle, "middle"),
      seats([around[0], ...around.slice(1 + above).reverse()]),
    ];
  };

  const signed = (value) => (value > 0 ? `+${value.toFixed(1)}` : number(value.toFixed(1)));
  const worth = ([mean, error]) => `${signed(mean)} \u00b1 ${error.toFixed(1)}`;
  // By two standard errors, and more than nothing.
  const isBetter = (step, index) => step.worth[index][0] > Math.max(2 * step.worth[index][1], 0.05);

  const choose = (index) => {
    guesses.set(at, index === game.steps[at].choice);
    show(at, true, index);
    document.querySelector("[data-go=next]").focus();
  };

  const decision = (step, guess) => {
    if (!step.seat) return [make("p", "The game is over.", "asked")];
    const asked = make("p", `Seat ${step.seat}, ${game.seats[step.seat - 1]}: ${step.decision}`, "asked");
    if (!isAsked(step)) return [asked];
    const options = step.options.map((option, index) => {
      if (!shown) {
        const button = make("button", option);
        button.type = "button";
        button.addEventListener("click", () => choose(index));
        return make("li", button);
      }
      const marks = [];
      if (index === step.choice) marks.push("chosen");
      if (step.against === index) marks.push("other");
      const item = make("li", option, marks.join(" "));
      if (index === step.choice) item.append(make("small", " chosen"));
      if (step.against === index) item.append(make("small", ` by ${game.against}`));
      if (step.worth && index !== step.choice) item.append(make("small", ` ${worth(step.worth[index])}`, isBetter(step, index) ? "better" : ""));
      if (guess === index) item.append(make("small", " your guess"));
      return item;
    });
    const right = [...guesses.values()].filter(Boolean).length;
    const tally = guesses.size ? [make("p", `${right} of ${guesses.size} guesses as played`, "tally")] : [];
    return [asked, make("ul", options, "options"), ...tally];
  };

  const what = (step, index) => {
    if (!step.seat) return "the end";
    if (!isAsked(step) || index > at || (index === at && !shown)) return step.decision;
    const choice = step.options[step.choice];
    return choice.startsWith(step.decision) ? choice : `${step.decision} ${choice}`;
  };

  // The scores over the game, with a dot wherever the lead changes.
  const curve = () => {
    const [width, height] = [300, 90];
    const all = game.steps.flatMap((step) => step.scores);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    if (low === high) return [];
    const x = (index) => ((index / Math.max(last, 1)) * width).toFixed(1);
    const y = (score) => (height - ((score - low) / (high - low)) * height).toFixed(1);
    const lines = game.seats.map((_, index) => draw("polyline", {
      class: `line c${index}`,
      points: game.steps.map((step, at) => `${x(at)},${y(step.scores[index])}`).join(" "),
    }));
    const leads = [];
    let leader = -1;
    game.steps.forEach((step, index) => {
      const best = Math.max(...step.scores);
      const alone = step.scores.filter((score) => score === best).length === 1;
      const next = alone ? step.scores.indexOf(best) : leader;
      if (next !== leader && leader >= 0) {
        leads.push(draw("circle", { class: `c${next}`, cx: x(index), cy: y(best), r: 3.5 }));
      }
      leader = next;
    });
    const cursor = draw("path", { class: "cursor", d: `M0 0V${height}`, id: "cursor" });
    const label = `${game.score} over the game, from ${number(low)} to ${number(high)}; dots where the lead changes`;
    const svg = draw("svg", { class: "curve", viewBox: `-4 -6 ${width + 8} ${height + 12}`, role: "img", "aria-label": label },
      [...lines, ...leads, cursor]);
    svg.addEventListener("click", (event) => {
      const { left, width: all } = svg.getBoundingClientRect();
      show(Math.round((((event.clientX - left) / all) * (width + 8) - 4) / width * last));
    });
    const names = game.seats.map((_, index) => make("span", [make("i", "", `c${index}`), ` seat ${index + 1} `]));
    return [make("h2", game.score[0].toUpperCase() + game.score.slice(1)), svg, make("p", names, "legend")];
  };

  const moves = (step) => {
    const items = game.steps.flatMap((other, index) => {
      if (other.round !== step.round) return [];
      const link = make("a", [make("b", index + 1), other.seat ? ` Seat ${other.seat}: ` : " ", what(other, index)]);
      link.href = `#${index + 1}`;
      const isPast = index < at || (index === at && shown);
      if (isPast && isAsked(other) && other.worth?.some((_, option) => isBetter(other, option))) {
        const mark = make("abbr", " ?");
        mark.title = "another option does better";
        link.append(mark);
      }
      if (index === at) link.setAttribute("aria-current", "step");
      return make("li", link);
    });
    return make("ol", items, "moves");
  };

  const tail = log.appendChild(make("div"));
  log.prepend(...curve());

  // Cards glide from where they were.
  const positions = () => new Map([...board.querySelectorAll(".zone > .cards [data-card]")]
    .map((card) => [card.dataset.card, card.getBoundingClientRect()]));
  const glide = (before) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [card, now] of positions()) {
      const old = before.get(card);
      if (!old || !old.width || !now.width) continue;
      const [x, y] = [old.left - now.left, old.top - now.top];
      if (Math.abs(x) + Math.abs(y) < 60) continue;
      board.querySelector(`.zone > .cards [data-card="${card}"]`)
        .animate([{ transform: `translate(${x}px,${y}px)`, zIndex: 3 }, { transform: "none" }], { duration: 260, easing: "ease-out" });
    }
  };

  // What moved since the step before is marked.
  const mark = (step) => {
    const before = game.steps[at - 1];
    if (!before || before.round !== step.round) return;
    const where = new Map(before.cards.flatMap((cards, index) => cards.map((card) => [card, index])));
    step.cards.forEach((cards, index) => cards.forEach((card) => {
      if (where.get(card) !== index) board.querySelector(`.zone > .cards [data-card="${card}"]`)?.classList.add("moved");
    }));
  };

  const show = (index, answered = false, guess = undefined) => {
    const from = at;
    at = Math.max(0, Math.min(last, index));
    const step = game.steps[at];
    shown = answered && isAsked(step);
    const text = at === last ? step.text.concat(game.rest) : step.text;
    const before = Math.abs(from - at) === 1 ? positions() : new Map();
    ask.replaceChildren(make("div", text.map((sentence) => make("p", sentence)), "told"), ...decision(step, guess));
    // What scrolls can be scrolled by keys.
    for (const part of ask.querySelectorAll(".told, .options")) {
      if (part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    }
    board.replaceChildren(...table(step));
    mark(step);
    if (before.size) glide(before);
    tail.replaceChildren(make("h2", `Round ${step.round}`), moves(step));
    const current = tail.querySelector("[aria-current]");
    if (current) tail.lastChild.scrollTop = current.offsetTop - tail.lastChild.clientHeight / 2;
    $("cursor")?.setAttribute("transform", `translate(${(at / Math.max(last, 1)) * 300} 0)`);
    slider.value = at;
    if (round) round.value = step.round;
    count.textContent = `${at + 1} of ${last + 1}, round ${step.round}`;
    history.replaceState(null, "", `#${at + 1}${shown ? "c" : ""}`);
  };

  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  };
  const forward = () => (!shown && isAsked(game.steps[at]) ? show(at, true) : show(at + 1));
  const toRound = (wanted) => {
    const found = game.steps.findIndex((step) => step.round === wanted);
    if (found >= 0) show(found);
  };
  const go = {
    first: () => show(0),
    back: () => (shown ? show(at) : show(at - 1, at > 0)),
    next: forward,
    last: () => show(last),
    other: () => {
      const next = game.steps.findIndex((step, index) => index > at && step.against !== undefined);
      if (next >= 0) show(next, true);
    },
    later: () => toRound(game.steps[at].round + 1),
    earlier: () => toRound(game.steps[at].round - 1),
    play: () => {
      if (timer) return pause();
      play.textContent = "Pause";
      play.setAttribute("aria-pressed", "true");
      timer = setInterval(() => (at === last ? pause() : forward()), 1200);
    },
  };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", d: "other", n: "later", p: "earlier", " ": "play" };

  slider.max = last;
  slider.addEventListener("input", () => show(Number(slider.value)));
  seat.addEventListener("change", () => show(at));
  round?.addEventListener("change", () => toRound(Number(round.value)));
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => {
      if (button.dataset.go !== "play") pause();
      go[button.dataset.go]();
    });
  }
  document.addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (!key || /^(INPUT|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
    // Space presses the button, or unfolds what is folded, that has the focus.
    if (event.key === " " && /^(BUTTON|SUMMARY)$/.test(event.target.tagName)) return;
    event.preventDefault();
    if (key !== "play") pause();
    go[key]();
  });
  const follow = () => {
    const [, step, answered] = /^#(\d+)(c?)$/.exec(location.hash) || [0, 1, ""];
    show(Number(step) - 1, answered === "c");
  };
  addEventListener("hashchange", follow);
  follow();
})();
