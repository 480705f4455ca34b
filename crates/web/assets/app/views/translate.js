// The server draws trees with English words; the page says them in its own language.

import { both } from "../fraction.js";
import { t } from "../i18n.js";
import { valueWords } from "../value.js";

/** Puts the words of a drawn tree into the language of the page. The nodes are those of the same tree. */
export function translate(svg, nodes) {
  // The pane around the picture is the tree, since it keeps the focus while pictures come and go.
  svg.setAttribute("role", "none");
  svg.removeAttribute("aria-label");
  svg.querySelector(":scope > title")?.remove();
  for (const group of svg.querySelectorAll("[data-id]")) {
    const node = nodes[Number(group.dataset.id)];
    const isPlayed = group.classList.contains("disagree");
    group.id = `node-${node.id}`;
    group.setAttribute("aria-label", inWords(node, isPlayed).join(", "));
    group.querySelector("title").textContent = [...inWords(node, isPlayed), ...numbers(node)].join("\n");
    const more = group.querySelector(".more");
    if (more) more.textContent = t("tree.more", { n: node.children_omitted });
    const number = group.querySelector(".number");
    if (number) number.textContent = number.textContent.replace(/^score/, t("tree.score"));
  }
  for (const head of svg.querySelectorAll(".head")) {
    const [, ply, side] = /^ply (\d+)(?:, ([ox]) to move)?$/.exec(head.textContent) ?? [];
    if (ply) head.textContent = side ? t("tree.column.turn", { ply, side }) : t("tree.column", { ply });
  }
}

function inWords(node, isPlayed) {
  return [
    node.move ?? t("tree.start"),
    node.value ? valueWords(node.value, node.plies_to_end) : null,
    node.best && node.parent !== null ? t("best.move") : null,
    node.multiplicity > 1 ? t("tree.stands", { n: node.multiplicity }) : null,
    isPlayed ? t("tree.played") : null,
  ].filter(Boolean);
}

function numbers(node) {
  if (!node.playout) return [node.position];
  const chances = ["o", "draw", "x"].map((key) => `${t(`chance.${key}`)} ${both(node.playout[key])}`);
  return [
    node.position,
    `${t("tree.score")} ${node.score}`,
    ...chances,
    `ps_o ${both(node.ps_o)}`,
    `ps_x ${both(node.ps_x)}`,
  ];
}
