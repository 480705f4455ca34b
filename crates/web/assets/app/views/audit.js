// The audit: where a player leaves the best moves, and whether it can be beaten.

import { addressOf, get, getPatiently, latest } from "../api.js";
import { busy, field, fill, h, keepingFocus, select } from "../dom.js";
import { showFailure } from "../facts.js";
import { t } from "../i18n.js";
import { playerPicker } from "../picker.js";
import { gameFields } from "../setup.js";
import { change, current, subscribe } from "../state.js";
import { arithmetics } from "./arithmetic.js";
import { gallery } from "./gallery.js";
import { verdicts } from "./verdicts.js";
import { weightSlider } from "./weights.js";

const DEEPEST = 8;
/** How long a slider must rest before its weight is audited, in milliseconds. */
const CALM = 120;

/** Puts the view into an element; the answer takes it down again. */
export function mount(root, catalogue) {
  const state = current;
  const controls = h("section", { class: "panel", "aria-label": t("settings") });
  const source = h("a", { class: "source", target: "_blank", rel: "noopener", title: t("audit.json") }, "JSON");
  const weights = h("div", {});
  const failure = h("div", {});
  const summary = h("p", { class: "summary", role: "status" });
  const seats = h("div", { class: "seats" });
  const arithmetic = h("div", {});
  const list = h("div", {});
  const verdict = h("div", { class: "verdicts" }, seats, arithmetic);
  const results = h("div", { class: "results" }, verdict, list);
  fill(root, controls, failure, results);

  let timer = 0;
  const isMonteCarlo = () => ["pmc", "pmc2"].includes(state().player);

  /** What the server is asked. Depth and draw weight go only with the players that have them. */
  function query() {
    const { game, first, player, ahead, weight } = state();
    return {
      game,
      first,
      player,
      depth: isMonteCarlo() && ahead !== 1 ? ahead : null,
      draw_weight: player === "pmc2" && weight !== "1/2" ? weight : null,
    };
  }

  let wanted = null;
  const load = latest();
  function loadAudit() {
    const asked = query();
    wanted = asked;
    source.href = addressOf("audit", asked);
    busy(results, t("computing"));
    load(
      () => getPatiently("audit", asked, () => results.isConnected && asked === wanted),
      (audit) => {
        busy(results, null);
        showFailure(failure, null);
        fill(
          summary,
          t("audit.summary", {
            n: audit.deviating_orbits,
            of: audit.orbits_checked,
            positions: audit.deviating_positions,
          }),
        );
        fill(seats, verdicts(audit, asked));
        fill(list, gallery(audit));
        loadRounded(asked, audit);
      },
      (error) => {
        busy(results, null);
        showFailure(failure, error);
        for (const part of [summary, seats, arithmetic, list]) fill(part);
      },
    );
  }

  const loadingRounded = latest();
  function loadRounded(asked, exact) {
    fill(arithmetic);
    const isPublished = isMonteCarlo() && asked.draw_weight === null;
    if (!isPublished) return;
    loadingRounded(
      () => get("audit", { ...asked, arithmetic: "f64" }),
      (rounded) => fill(arithmetic, arithmetics(exact, rounded)),
      // Rounded sums are known for the published players alone; that others have none is no failure of the audit.
      () => fill(arithmetic),
    );
  }

  const loadingWeights = latest();
  function loadWeights() {
    const { game, first, player, ahead } = state();
    if (player !== "pmc2") {
      fill(weights);
      return;
    }
    loadingWeights(
      () => (ahead === 1 ? get("sweep", { game, first, kind: "draw-weight" }) : null),
      (sweep) => drawWeights(sweep),
      () => drawWeights(null),
    );
  }

  let drawnWeight = null;
  function drawWeights(sweep) {
    drawnWeight = state().weight;
    fill(
      weights,
      weightSlider(sweep, drawnWeight, (weight) => {
        drawnWeight = weight;
        change({ weight });
      }),
    );
  }

  function drawControls() {
    const { game, player, ahead } = state();
    const depths = Array.from({ length: DEEPEST }, (_, i) => [String(i + 1), String(i + 1)]);
    fill(
      controls,
      h(
        "div",
        { class: "fields top-aligned" },
        gameFields(catalogue),
        playerPicker(catalogue, {
          label: t("audit.player"),
          name: "player",
          value: player,
          game,
          kinds: ["exact", "within"],
          onchange: (value) => change({ player: value }),
        }),
        isMonteCarlo()
          ? field(
              t("audit.depth"),
              select(depths, String(ahead), (value) => change({ ahead: Number(value) }), { name: "ahead" }),
            )
          : null,
        source,
      ),
      h("div", { class: "audit-head" }, weights, summary),
    );
  }

  const unsubscribe = subscribe((changed) => {
    if (state().view !== "audit") return;
    if (["game", "first", "player"].some((key) => changed.has(key))) {
      keepingFocus(controls, drawControls);
    }
    if (["game", "first", "player", "ahead", "weight"].some((key) => changed.has(key))) {
      // The slider that brought the weight shows it already.
      if (["game", "first", "player", "ahead"].some((key) => changed.has(key)) || state().weight !== drawnWeight)
        loadWeights();
      clearTimeout(timer);
      timer = setTimeout(loadAudit, changed.has("weight") ? CALM : 0);
    }
  });

  drawControls();
  loadWeights();
  loadAudit();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
