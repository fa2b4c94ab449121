"use strict";
// Tooltips, by pointer and by keys. Everything that they say stands in the
// tables as well; the page is whole without this.
(() => {
  const tip = document.querySelector(".tip");
  const NS = "http://www.w3.org/2000/svg";
  let cursor;

  const places = (svg) => {
    if (svg.dataset.x) return svg.dataset.x.split(",").map(Number);
    const bins = Number(svg.dataset.bins);
    return Array.from({ length: bins }, (_, index) => (100 * (index + 0.5)) / bins);
  };

  // What is said of a place: its row of the table.
  const words = (svg, place) => {
    const index = place + Number(svg.dataset.row || 0);
    const figure = svg.closest("figure");
    const row = figure.querySelectorAll("tbody tr")[index];
    const head = figure.querySelectorAll("thead th");
    return row && Array.from(row.cells, (cell, column) =>
      column ? `${head[column].textContent}: ${cell.textContent}` : `${head[0].textContent} ${cell.textContent}`,
    ).filter((line) => !line.endsWith(": ")).join("\n");
  };

  const hide = () => {
    tip.hidden = true;
    if (cursor) cursor.remove();
    cursor = undefined;
  };

  const show = (svg, index) => {
    const all = places(svg);
    const at = Math.max(0, Math.min(all.length - 1, index));
    const text = words(svg, at);
    if (!text) return;
    svg.dataset.at = at;
    hide();
    const box = svg.getBoundingClientRect();
    const x = box.left + (box.width * all[at]) / 100;
    if (svg.classList.contains("plot")) {
      cursor = document.createElementNS(NS, "line");
      const place = { class: "cursor", x1: `${all[at]}%`, x2: `${all[at]}%`, y1: 0, y2: box.height - 20 };
      for (const [name, value] of Object.entries(place)) cursor.setAttribute(name, value);
      svg.append(cursor);
    }
    tip.textContent = text;
    tip.hidden = false;
    const own = tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(x - own.width / 2, document.documentElement.clientWidth - own.width - 8));
    tip.style.left = `${left}px`;
    tip.style.top = `${box.top - own.height - 6 > 0 ? box.top - own.height - 6 : box.bottom + 6}px`;
  };

  const nearest = (svg, event) => {
    const box = svg.getBoundingClientRect();
    const at = (100 * (event.clientX - box.left)) / box.width;
    const all = places(svg);
    return all.reduce((best, place, index) => (Math.abs(place - at) < Math.abs(all[best] - at) ? index : best), 0);
  };

  for (const svg of document.querySelectorAll("svg.tips")) {
    svg.addEventListener("pointermove", (event) => show(svg, nearest(svg, event)));
    svg.addEventListener("pointerleave", hide);
    svg.addEventListener("blur", hide);
    svg.addEventListener("keydown", (event) => {
      const last = places(svg).length - 1;
      const at = svg.dataset.at === undefined ? -1 : Number(svg.dataset.at);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
      if (event.key === "Escape") hide();
      if (to === undefined) return;
      event.preventDefault();
      show(svg, to);
    });
  }
  document.addEventListener("scroll", hide, { passive: true });
})();
