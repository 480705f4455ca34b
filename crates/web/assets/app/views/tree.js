// The tree around a position: the picture is the server's, walking in it is ours.

import { after, get, getText, latest } from "../api.js";
import { announce, busy, button, check, field, fill, h, isTyping, select } from "../dom.js";
import { moveTable, positionFacts, showFailure } from "../facts.js";
import { keypadCell, movesOf, shapeOf } from "../geometry.js";
import { t } from "../i18n.js";
import { gameFields } from "../setup.js";
import { change, current, subscribe } from "../state.js";
import { valueWords } from "../value.js";
import { translate } from "./translate.js";
import { zoomable } from "./zoom.js";

const LABELS = ["score", "ps_o", "ps_x", "p_o", "p_draw", "p_x", "none"];
const SCORINGS = ["default", "shortest", "shortest_draw"];
const DEEPEST = 4;

/** Puts the view into an element; the answer takes it down again. */
export function mount(root, catalogue) {
  const state = current;
  let nodes = [];
  let position = null;

  const pane = h("div", { class: "tree-pane", role: "tree", tabindex: 0, "aria-label": t("tree.pane") });
  const zoom = zoomable(pane);
  const failure = h("div", {});
  const omitted = h("span", { class: "muted" });
  const pad = h("div", { class: "pad", role: "group", "aria-label": t("tree.walk") });
  const controls = h("section", { class: "panel tree-controls", "aria-label": t("settings") });
  const facts = h("div", {});
  const table = h("div", {});
  const links = h("div", { class: "buttons" });
  fill(
    root,
    controls,
    h(
      "section",
      { class: "panel tree-panel", "aria-label": t("tab.tree") },
      h(
        "div",
        { class: "tree-bar" },
        pad,
        omitted,
        h(
          "div",
          { class: "zoom", role: "group", "aria-label": t("zoom") },
          button(t("zoom.out"), () => zoom.by(0.8), { icon: "−", class: "icon" }),
          button(t("zoom.reset"), () => zoom.reset(), { icon: "1:1", class: "icon" }),
          button(t("zoom.in"), () => zoom.by(1.25), { icon: "+", class: "icon" }),
        ),
      ),
      failure,
      pane,
    ),
    h("section", { class: "panel tree-facts" }, h("h2", { id: "selected" }, t("tree.selected")), facts, table, links),
  );

  // --- what is selected

  const selected = () => nodes.find((node) => node.role === "selected");
  const childrenOf = (node) =>
    nodes.filter((other) => other.parent === node?.id && (other.role !== "best_line" || node.role !== "path"));
  const movesTo = (node) => movesOf(nodes, node);
  const go = (path) => change({ path, at: "", odd: [] });

  function neighbours() {
    const here = selected();
    if (!here) return {};
    const siblings = here.parent === null ? [here] : childrenOf(nodes[here.parent]);
    const place = siblings.indexOf(here);
    const parent = nodes[here.parent];
    const children = childrenOf(here);
    return {
      ArrowLeft: parent,
      ArrowUp: siblings[place - 1],
      ArrowDown: siblings[place + 1],
      ArrowRight: children.find((node) => node.best) ?? children[0],
    };
  }

  function step(key) {
    const node = neighbours()[key];
    if (node) return go(movesTo(node));
    // Without a subtree in the picture, the best move still leads on.
    if (key === "ArrowRight" && position?.moves.length > 0) return go([...movesTo(selected()), position.moves[0].move]);
    return announce(t("tree.end"));
  }

  function digit(number) {
    const shape = shapeOf(state().game);
    const cell = keypadCell(shape, number);
    const move = position?.moves.find((one) =>
      shape.family === "connect" ? one.move === String(number) : cell && one.xy.join() === cell.join(),
    );
    if (move) go([...movesTo(selected()), move.move]);
  }

  // --- loading and drawing

  const load = latest();
  function loadTree() {
    const { game, first, path, at, depth, scoring, merge, label, odd } = state();
    const place = at ? { position: at } : { position: after(path), path: path.join(",") };
    const query = { game, first, ...place, depth, scoring, merge };
    busy(pane, t("computing"));
    load(
      () =>
        Promise.all([
          get("tree", query),
          getText("tree.svg", { ...query, show: label, disagree: odd.length > 0 ? odd.join(",") : null }),
          get("position", { game, first, position: at || after(path) }),
        ]),
      ([tree, picture, found]) => {
        nodes = tree.nodes;
        position = found;
        showFailure(failure, null);
        omitted.textContent = tree.omitted > 0 ? t("tree.omitted", { n: tree.omitted }) : "";
        drawPicture(picture);
        drawSide();
      },
      (error) => {
        nodes = [];
        position = null;
        busy(pane, null);
        showFailure(failure, error);
        fill(pane);
        fill(facts);
        fill(table);
        drawPad();
      },
    );
  }

  function drawPicture(text) {
    const svg = document.importNode(withoutStyle(text), true);
    translate(svg, nodes);
    const here = svg.querySelector(".role-selected");
    busy(pane, null);
    fill(pane, svg);
    if (here) pane.setAttribute("aria-activedescendant", here.id);
    zoom.show(svg, here);
  }

  function drawSide() {
    const node = selected();
    const moves = node ? movesTo(node) : [];
    fill(
      facts,
      h("p", { class: "crumbs" }, moves.length === 0 ? t("tree.start") : moves.join(" ")),
      h("p", { class: "muted mono" }, position.position),
      positionFacts(position),
    );
    fill(table, moveTable(position, { choose: (move) => go([...moves, move]), played: state().odd }));
    fill(
      links,
      button(t("to.play"), () => change({ view: "play", moves, ply: null }), { "data-key": "play" }),
      button(t("to.lab"), () => change({ view: "lab", path: moves, at: "" }), { "data-key": "lab" }),
    );
    drawPad();
    const value = position.value === null ? "" : valueWords(position.value, position.plies_to_end);
    announce([node?.move ?? t("tree.start"), value].join(", "));
  }

  function drawPad() {
    const near = neighbours();
    const hasNext = Boolean(near.ArrowRight || position?.moves.length);
    const focused = pad.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const arrow = (key, icon, label, isThere = Boolean(near[key])) =>
      button(t(label), () => step(key), { icon, class: "icon", "data-key": key, disabled: !isThere });
    fill(
      pad,
      arrow("ArrowLeft", "←", "tree.parent"),
      arrow("ArrowUp", "↑", "tree.previous"),
      arrow("ArrowDown", "↓", "tree.next"),
      arrow("ArrowRight", "→", "tree.child", hasNext),
    );
    if (focused) pad.querySelector(`[data-key="${focused}"]:not(:disabled)`)?.focus();
  }

  function drawControls() {
    const { label, scoring, depth, merge } = state();
    const depths = Array.from({ length: DEEPEST + 1 }, (_, n) => [String(n), String(n)]);
    fill(
      controls,
      h(
        "div",
        { class: "fields" },
        gameFields(catalogue),
        field(
          t("tree.label"),
          select(
            LABELS.map((name) => [name, t(`label.${name}`)]),
            label,
            (value) => change({ label: value }),
            { name: "label" },
          ),
        ),
        field(
          t("tree.scoring"),
          select(
            SCORINGS.map((name) => [name, t(`scoring.${name}`)]),
            scoring,
            (value) => change({ scoring: value }),
            { name: "scoring" },
          ),
        ),
        field(
          t("tree.depth"),
          select(depths, String(depth), (value) => change({ depth: Number(value) }), { name: "depth" }),
        ),
        check(t("tree.merge"), merge, (value) => change({ merge: value }), { name: "merge" }),
      ),
    );
  }

  pane.addEventListener("click", (event) => {
    const group = event.target.closest("[data-id]");
    if (!group || zoom.wasDragged()) return;
    const node = nodes[Number(group.dataset.id)];
    if (node) go(movesTo(node));
    pane.focus({ preventScroll: true });
  });

  function onKey(event) {
    const isHere = pane.contains(event.target) || event.target === document.body || event.target.id === "main";
    if (!isHere || isTyping(event)) return;
    if (event.key.startsWith("Arrow")) step(event.key);
    else if (event.key === "0") step("ArrowLeft");
    else if (/^[1-9]$/.test(event.key)) digit(Number(event.key));
    else if (event.key === "+") zoom.by(1.25);
    else if (event.key === "-") zoom.by(0.8);
    else return;
    event.preventDefault();
  }
  addEventListener("keydown", onKey);

  const unsubscribe = subscribe((changed) => {
    if (state().view !== "tree") return;
    if (changed.has("game") || changed.has("first")) drawControls();
    if (["game", "first", "path", "at", "depth", "scoring", "merge", "label", "odd"].some((key) => changed.has(key)))
      loadTree();
  });

  drawControls();
  drawPad();
  loadTree();
  return () => {
    removeEventListener("keydown", onKey);
    zoom.end();
    unsubscribe();
  };
}

/**
 * The picture without its own colours: the page brings them. They are cut from the text, since a parser already refuses a
 * style inside a document.
 */
function withoutStyle(text) {
  const bare = text.replace(/<style[^>]*>[^]*?<\/style>/, "");
  return new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
}
