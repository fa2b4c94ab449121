// Opens every kind of page in Chromium; see .ci/browser. With --shots DIR it
// leaves a picture of every page, width and scheme there.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [fuda, chromium, ...rest] = process.argv.slice(2);
const shots = rest[0] === "--shots" ? rest[1] : undefined;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const GAMES = ["kujuroku", "oni", "kusuri-gui", "kachi-kachi", "kazu-tori"];
const SIMPLE = { kujuroku: "greedy", oni: "shedder", "kusuri-gui": "grabber", "kachi-kachi": "station", "kazu-tori": "calm" };
// The rule of each game that has several values.
const VARIED = { kujuroku: "par=90,96,102", oni: "hand=3,4,5", "kusuri-gui": "rounds=6,12", "kachi-kachi": "ante=0,1,2", "kazu-tori": "limit=10,15,20" };
const NASTY = "<script>alert(1)</script>\"'&\u001b[31mred";
const LIMIT = 500_000;

const folder = mkdtempSync(join(tmpdir(), "fuda-pages-"));
const run = (...words) =>
  execFileSync(fuda, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
const pages = [];
const result = (out, ...words) => {
  run(...words, "--out", out, "--quiet");
  pages.push(join(out, "report.html"));
};

for (const game of GAMES) {
  const short = game === "oni" ? ["--rule", "max_rounds=40"] : [];
  result(`run-${game}`, "run", game, "--games", "400", ...short);
  result(`bots-${game}`, "run", game, "--games", "200", "--bots", `${SIMPLE[game]},random`, ...short);
  result(`one-${game}`, "run", game, "--games", "1", "--bots", "random", ...short);
  result(`compare-${game}`, "compare", game, "weighing", "random", "--games", "200", "--margin", "2", ...short);
  result(`league-${game}`, "league", game, "weighing", SIMPLE[game], "random", "--games", "40", ...short);
  result(`sweep-${game}`, "sweep", game, "--vary", VARIED[game], "--bots", SIMPLE[game], "--bots", "random", "--games", "200", ...short);
  const replay = run("replay", game, "--block", "1", "--format", "html", "--bots", `weighing,${SIMPLE[game]}`, "--against", "random", ...short);
  writeFileSync(join(folder, `replay-${game}.html`), replay);
  pages.push(`replay-${game}.html`);
}
const cycle = ["bully", "coward", "sheriff"].map((name) => join(process.cwd(), "tests", "scripts", "cycle", `${name}.luau`));
result("cycle", "league", "kachi-kachi", ...cycle, "--rule", "players=2", "--games", "400");
// Undecided pairs are hatched, and there are many columns.
result("field", "league", "kujuroku", ...Array.from({ length: 12 }, (_, index) => `weighing:keep=0.${40 + index}`), "--games", "200", "--mixed");
result("decisions", "compare", "kujuroku", "weighing", "greedy", "--each-decision", "--games", "40");
result("odds", "odds", "kachi-kachi");
result("solve", "solve", "kachi-kachi", "--rule", "max_wager=3", "--precision", "0.1", "--against", "station");
// A strategy that would break the page, with texts that are far too long. Control
// characters are refused in the name of its file.
const strategies = join(folder, "strategies", "kujuroku");
mkdirSync(strategies, { recursive: true });
const nasty = `${NASTY.replaceAll("/", "").replace("\u001b", "")}.toml`;
const text = JSON.stringify(NASTY + "x".repeat(10_000));
writeFileSync(join(strategies, nasty), `kind = "greedy"\nname = ${text}\nabout = ${text}\n`);
result("nasty", "run", "kujuroku", "--games", "40", "--bot", join("strategies", "kujuroku", nasty), "--bot", "random");
run("run", "--games", "100", "--bots", "random", "--quiet");
for (const name of readdirSync(join(folder, "reports"))) {
  if (name.endsWith(".html")) pages.push(join("reports", name));
}

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
const faults = [];
let opened = 0;

const open = async (file, width, scheme) => {
  const page = await browser.newPage();
  const url = pathToFileURL(join(folder, file)).href;
  const fault = (text) => faults.push(`${file} at ${width}, ${scheme}: ${text}`);
  page.on("pageerror", (error) => fault(`script error: ${error.message}`));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && fault(`console: ${message.text()}`));
  page.on("dialog", (dialog) => { fault("a dialog opened"); dialog.dismiss(); });
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) fault(`request: ${request.url()}`);
  });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: 900 });
  await page.goto(url);
  opened += 1;
  return { page, fault };
};

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const check = async (file, width, scheme) => {
  const { page, fault } = await open(file, width, scheme);
  const wide = await overflow(page);
  if (wide > 0) fault(`${wide} pixels too wide`);
  // Everything is looked at, the tables too.
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
  if ((await overflow(page)) > 0) fault("too wide with open tables");
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, nodes } of violations) {
    fault(`axe: ${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary.slice(0, 200)}`);
  }
  const empty = await page.evaluate(() => Array.from(document.querySelectorAll("figure"))
    .filter((figure) => !figure.querySelector("figcaption")?.textContent.trim() || !figure.querySelector("tbody tr"))
    .map((figure) => figure.id));
  if (empty.length) fault(`figures without a sentence or a table: ${empty}`);
  if (shots) {
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = false; }));
    await page.screenshot({ path: join(shots, `${file.replaceAll("/", "-")}-${width}-${scheme}.png`), fullPage: true });
  }
  await page.close();
};

// A pointer and keys both tell what is under them.
const tips = async (file) => {
  const { page, fault } = await open(file, 1600, "light");
  const charts = await page.$$("svg.tips");
  const shown = () => page.$eval(".tip", (tip) => (tip.hidden ? "" : tip.textContent));
  for (const chart of [charts[0], charts.at(-1)].filter(Boolean)) {
    await chart.scrollIntoView();
    await chart.hover();
    const hovered = await shown();
    if (!/\d/.test(hovered)) fault(`no tooltip: '${hovered}'`);
    await chart.evaluate((svg) => svg.focus());
    await page.keyboard.press("Home");
    const first = await shown();
    await page.keyboard.press("ArrowRight");
    const second = await shown();
    await page.keyboard.press("Escape");
    const stacked = await chart.evaluate((svg) => svg.dataset.x?.split(",").length === 1 || svg.dataset.bins === "1");
    if (!/\d/.test(first) || (!stacked && first === second)) fault(`keys do not step: '${first}', '${second}'`);
    if (await shown()) fault("Escape does not close the tooltip");
  }
  await page.close();
};

// Every picture is on paper.
const print = async (file) => {
  const { page, fault } = await open(file, 1600, "light");
  await page.emulateMediaType("print");
  const lost = await page.evaluate(() => Array.from(document.querySelectorAll("figure svg.plot, figure .rows, figure table.heat"))
    .filter((picture) => !picture.closest("details"))
    .filter((picture) => picture.getBoundingClientRect().height < 10 || picture.getBoundingClientRect().width < 100).length);
  if (lost) fault(`${lost} pictures are not printed`);
  const pdf = await page.pdf({ format: "A4" });
  if (pdf.length < 10_000) fault("the PDF is empty");
  await page.close();
};

const replay = async (file) => {
  const { page, fault } = await open(file, 1600, "light");
  const count = () => page.$eval("#count", (count) => count.textContent);
  const backs = () => page.$$eval("#board .cards use[href='#card-back']", (cards) => cards.length);
  const start = await count();
  const chosen = () => page.$$eval("#ask .chosen", (options) => options.length);
  if (await chosen()) fault("the choice is shown with the question");
  await page.keyboard.press("ArrowRight");
  if ((await count()) !== start || (await chosen()) !== 1) fault("the key does not show the choice");
  await page.keyboard.press("ArrowRight");
  if (!(await count()).startsWith("2 of ")) fault(`the key does not step: ${start}, ${await count()}`);
  await page.click("#ask .options button");
  if ((await chosen()) !== 1 || !(await page.$("#ask .tally"))) fault("a guess does not show the choice");
  await page.click("[data-go=last]");
  const [at, all] = (await count()).split(/ of |,/);
  if (at !== all) fault(`not at the end: ${await count()}`);
  await page.keyboard.press("Home");
  if ((await count()) !== start) fault("Home does not lead to the beginning");
  if (await backs()) fault("an onlooker does not see all");
  const faces = () => page.$$eval("#board [data-card]", (cards) => cards.length);
  const seen = await faces();
  await page.select("#seat", "1");
  if ((await faces()) >= seen) fault("a seat sees all cards");
  if (!(await page.$$("#board .card")).length) fault("no cards");
  await page.select("#seat", "");
  await page.click("[data-go=other]");
  if (!(await page.$("#ask .other"))) fault("no difference is marked");
  await page.goto(page.url().replace(/#.*/, "#3c"));
  if (!(await count()).startsWith("3 of ") || (await chosen()) !== 1) fault("a link does not lead to its step");
  await page.setViewport({ width: 390, height: 844 });
  const width = () => page.$$eval(".zone > .cards .card", (cards) => Math.min(...cards.map((card) => card.getBoundingClientRect().width)));
  if (file.includes("kazu-tori")) await page.keyboard.press("End");
  if ((await width()) < 55) fault(`cards are ${await width()} pixels wide on a phone`);
  await page.close();
};

for (const file of pages) {
  const size = statSync(join(folder, file)).size;
  if (size > LIMIT) faults.push(`${file}: ${size} bytes`);
  for (const width of [360, 1600]) {
    for (const scheme of ["light", "dark"]) await check(file, width, scheme);
  }
  if (file.startsWith("replay")) await replay(file);
  else if (file.endsWith("report.html")) {
    await tips(file);
    await print(file);
  }
}
await browser.close();
rmSync(folder, { recursive: true });
faults.forEach((fault) => console.error(fault));
if (faults.length) process.exit(1);
console.log(`${pages.length} pages opened ${opened} times: nothing wrong`);
