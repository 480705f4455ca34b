// The exact match table of chosen players: the row plays o, the column plays x.

import { getPatiently, latest } from "../api.js";
import { button, check, fill, h } from "../dom.js";
import { showFailure } from "../facts.js";
import { both, bound, decimal, percent } from "../fraction.js";
import { isTicTacToe } from "../geometry.js";
import { t } from "../i18n.js";
import { playerPicker } from "../picker.js";
import { change, current } from "../state.js";

const MOST = 12;

/** The panel of the table. */
export function matchTable(catalogue) {
  const chips = h("div", { class: "chips", role: "group", "aria-label": t("match.players") });
  const adder = h("div", {});
  const failure = h("div", {});
  const result = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("match.table") });
  const load = latest();
  let chosen = isTicTacToe(current().game) ? "ai14s" : "perfect:shortest";
  let found = null;
  let asFractions = false;

  const set = (table) => {
    change({ table });
    drawChips();
  };

  function compute() {
    const { game, first, table } = current();
    showFailure(failure, null);
    fill(result, h("p", { class: "muted busy", role: "status" }, t("computing")));
    load(
      () => getPatiently("matches", { game, first, players: table.join(",") }, () => result.isConnected),
      (matches) => {
        found = { table, matches };
        draw();
      },
      (error) => {
        fill(result);
        showFailure(failure, error);
      },
    );
  }

  function draw() {
    const error = Math.max(...found.matches.map(({ error_bound }) => error_bound ?? 0));
    fill(
      result,
      check(t("match.fractions"), asFractions, (on) => {
        asFractions = on;
        draw();
        result.querySelector("input").focus();
      }),
      drawTable(found.table, found.matches, asFractions),
      error > 0 ? h("p", { class: "muted" }, t("match.bound", { bound: bound(error) })) : null,
    );
  }

  function drawChips() {
    const { table, game } = current();
    fill(
      chips,
      table.map((name) =>
        h(
          "span",
          { class: "chip" },
          name,
          button(t("match.remove", { name }), () => set(table.filter((one) => one !== name)), {
            icon: "×",
            class: "quiet icon",
            disabled: table.length <= 2,
          }),
        ),
      ),
    );
    fill(
      adder,
      playerPicker(catalogue, {
        label: t("match.another"),
        name: "table",
        value: chosen,
        game,
        kinds: ["exact", "within"],
        onchange: (value) => {
          chosen = value;
        },
      }),
    );
  }

  drawChips();
  return h(
    "section",
    { class: "panel", "data-part": "matches" },
    h("h2", {}, t("match")),
    h("p", { class: "muted" }, t("match.what")),
    chips,
    h(
      "div",
      { class: "fields top-aligned" },
      adder,
      button(t("match.add"), () => {
        const { table } = current();
        if (!table.includes(chosen) && table.length < MOST) set([...table, chosen]);
      }),
      button(t("match.compute"), compute, { class: "primary", "data-key": "compute" }),
    ),
    failure,
    result,
  );
}

function drawTable(names, matches, asFractions) {
  // A match holds both seats, so each pair stands in the list once.
  const cells = new Map();
  for (const { a, b, results } of matches) {
    cells.set(`${a} ${b}`, results.a_as_o);
    const { win, draw, loss } = results.a_as_x;
    cells.set(`${b} ${a}`, { win: loss, draw, loss: win });
  }
  const known = [...new Set(matches.flatMap(({ a, b }) => [a, b]))];
  const order = [...names.filter((name) => known.includes(name)), ...known.filter((name) => !names.includes(name))];
  return h(
    "table",
    { class: "cross" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("match.corner")),
        order.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      order.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, row),
          order.map((column) => h("td", {}, cell(cells.get(`${row} ${column}`), asFractions))),
        ),
      ),
    ),
  );
}

function cell(tally, asFractions) {
  if (!tally) return "–";
  const { win, draw, loss } = tally;
  const words = [`o ${both(win)}`, `${t("status.draw")} ${both(draw)}`, `x ${both(loss)}`].join("\n");
  const bar = [
    ["o", win],
    ["draw", draw],
    ["x", loss],
  ].map(([key, value]) => {
    const part = h("span", { class: `part ${key}` });
    part.style.flexGrow = decimal(value, 6);
    return part;
  });
  return h(
    "div",
    { class: "match", title: words },
    h("span", { class: "outcomes", "aria-hidden": "true" }, bar),
    h(
      "span",
      { class: asFractions ? "match-numbers stacked" : "match-numbers" },
      [
        ["o", win],
        ["draw", draw],
        ["x", loss],
      ].map(([key, value]) => h("span", { class: key }, asFractions ? both(value) : percent(value))),
    ),
  );
}
