// Strength against the number of playouts, as a plot.

import { getPatiently, latest } from "../api.js";
import { logChart } from "../chart.js";
import { button, field, fill, h, select } from "../dom.js";
import { showFailure } from "../facts.js";
import { bound } from "../fraction.js";
import { t } from "../i18n.js";
import { current } from "../state.js";

/** The panel of the plot. */
export function strength() {
  let player = "pmc2";
  let what = "worst";
  let found = null;
  const failure = h("div", {});
  const result = h("div", {});
  const load = latest();

  function compute() {
    const { game, first } = current();
    showFailure(failure, null);
    found = null;
    fill(result, h("p", { class: "muted busy", role: "status" }, t("computing.long")));
    load(
      () => getPatiently("sweep", { game, first, kind: "playouts", player }, () => result.isConnected),
      (sweep) => {
        found = sweep;
        draw();
      },
      (error) => {
        fill(result);
        showFailure(failure, error);
      },
    );
  }

  function draw() {
    if (!found) return;
    const opponents = found.rows[0]?.o.against.map(({ opponent }) => opponent) ?? [];
    const read = (seat) =>
      what === "worst" ? seat.loss_against_most_losses : seat.against.find(({ opponent }) => opponent === what).loss;
    const error = Math.max(...found.rows.flatMap(({ o, x }) => [o.error_bound, x.error_bound]));
    const series = ["o", "x"].map((side) => ({
      kind: side,
      name: t("strength.as", { side }),
      points: found.rows.map((row) => [row.playouts, read(row[side])]),
    }));
    const choices = [
      ["worst", t("strength.worst")],
      ...opponents.map((name) => [name, t("strength.against", { name })]),
    ];
    fill(
      result,
      h(
        "div",
        { class: "fields" },
        field(
          t("strength.opponent"),
          select(
            choices,
            what,
            (value) => {
              what = value;
              draw();
            },
            { name: "opponent" },
          ),
        ),
      ),
      h(
        "div",
        { class: "chart-box" },
        logChart({ series, label: t("strength.label", { player: found.player }), xLabel: t("strength.axis") }),
      ),
      h(
        "p",
        { class: "muted legend-line" },
        series.map(({ kind, name }) => h("span", {}, h("i", { class: `key ${kind}` }), name)),
        h("span", {}, `${t("strength.y")}, ${t("within", { bound: bound(error) })}`),
      ),
      h(
        "details",
        {},
        h("summary", {}, t("strength.numbers")),
        h(
          "div",
          { class: "scroll" },
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["N", t("strength.as", { side: "o" }), t("strength.as", { side: "x" })].map((head) =>
                  h("th", { scope: "col" }, head),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              found.rows.map((row) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, row.playouts.toLocaleString("en")),
                  ["o", "x"].map((side) => h("td", { class: "number" }, read(row[side]).toFixed(6))),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  return h(
    "section",
    { class: "panel", "data-part": "strength" },
    h("h2", {}, t("strength")),
    h("p", { class: "muted" }, t("strength.what")),
    h(
      "div",
      { class: "fields" },
      select(
        [
          ["pmc2", "pmc2:N"],
          ["pmc", "pmc:N"],
        ],
        player,
        (value) => {
          player = value;
        },
        { "aria-label": t("audit.player") },
      ),
      button(t("strength.compute"), compute, { class: "primary", "data-key": "compute" }),
    ),
    failure,
    result,
  );
}
