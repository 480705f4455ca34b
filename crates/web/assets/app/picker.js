// Choosing a player: a family, a number where the family has one, or any name of the program's grammar.

import { fill, h, numberInput } from "./dom.js";
import { isTicTacToe, shapeOf } from "./geometry.js";
import { t, tryText } from "./i18n.js";

const OTHER = "any";

/** What stands in the names of families for a number, what it counts, and its usual and greatest value. */
const PARAMETERS = [
  { place: ":N", counts: "picker.playouts", usual: 1000, most: 1_000_000 },
  { place: ":DEPTH", counts: "picker.depth", usual: 4, most: 255 },
];

/** Groups in their order: which names belong there, and which games they play. The last takes all that are left. */
const GROUPS = [
  ["person", /^human$/, () => true],
  ["perfect", /^perfect/, () => true],
  ["finite", /^pmc2?:N$/, () => true],
  ["infinite", /^pmc/, () => true],
  ["search", /^(uct|alphabeta):/, () => true],
  ["rules", /^ai\d/, isTicTacToe],
  ["discs", /^(discs|positional)$/, (game) => shapeOf(game).family === "othello"],
  ["other", /^sequences-reach/, isTicTacToe],
  ["other", /^/, () => true],
];

/**
 * A picker. `kinds` says which laws of the catalogue are offered; `human` offers a person; `extra` are `[name, text]` pairs
 * ahead of the players. `onchange` gets the name.
 */
export function playerPicker(
  catalogue,
  { label, value, game, onchange, human = false, kinds = ["exact", "within", "sampled"], extra = [], name },
) {
  const offered = groups(catalogue, game, human, kinds);
  const root = h("div", { class: "picker" });
  // A name may be asked for by its field although it is not in the list, until it is known.
  let [family, number] = split(value, [...extra.map(([key]) => key), ...offered.flatMap(([, names]) => names)]);
  let text = value;

  const draw = () => {
    const options = [
      extra.map(([key, words]) => h("option", { value: key }, words)),
      offered.map(([group, names]) =>
        h(
          "optgroup",
          { label: t(`group.${group}`) },
          names.map((key) => h("option", { value: key }, key === "human" ? t("human") : key)),
        ),
      ),
      h("option", { value: OTHER }, t("picker.other")),
    ];
    const choose = h(
      "select",
      {
        name,
        "aria-label": label,
        value: family,
        onchange: (event) => {
          family = event.target.value;
          number = parameterOf(family)?.usual;
          if (family !== OTHER) onchange(compose());
          draw();
          root.querySelector(family === OTHER ? "input" : "select").focus();
        },
      },
      options,
    );
    const parameter = parameterOf(family);
    const counts = parameter ? t(parameter.counts) : null;
    const set = (value) => {
      number = value;
      onchange(compose());
    };
    const count = parameter
      ? numberInput(number, set, {
          min: 1,
          max: parameter.most,
          "aria-label": counts,
          title: counts,
          name: `${name}-number`,
        })
      : null;
    const free =
      family === OTHER
        ? h("input", {
            type: "text",
            value: text,
            "aria-label": t("picker.name"),
            placeholder: "pmc2,depth=2",
            spellcheck: "false",
            onchange: (event) => {
              text = event.target.value.trim();
              if (text) onchange(text);
            },
          })
        : null;
    fill(
      root,
      h("div", { class: "picker-row" }, label ? h("span", { class: "field-name" }, label) : null, choose, count, free),
      describe(catalogue, family) ? h("p", { class: "hint-line" }, describe(catalogue, family)) : null,
    );
  };
  const compose = () => (number === undefined ? family : family.replace(/:[A-Z]+$/, `:${number}`));
  draw();
  return root;
}

/** The players of some laws that play a game, in groups. */
function groups({ players }, game, human, kinds) {
  const lists = new Map(GROUPS.map(([group]) => [group, []]));
  for (const { name, law } of players) {
    const [group, , plays] = GROUPS.find(([, pattern]) => pattern.test(name));
    const isOffered = name === "human" ? human : kinds.includes(law) && plays(game);
    if (isOffered) lists.get(group).push(name);
  }
  return [...lists].filter(([, names]) => names.length > 0);
}

/** A name as one of the known ones and its number; any other name as it is. */
function split(value, known) {
  if (known.includes(value)) return [value, parameterOf(value)?.usual];
  const [, base, number] = /^(\w+):(\d+)$/.exec(value) ?? [];
  const family = known.find((name) => base && parameterOf(name) && name.startsWith(`${base}:`));
  return family ? [family, Number(number)] : [OTHER, undefined];
}

function parameterOf(family) {
  return PARAMETERS.find(({ place }) => family.endsWith(place));
}

function describe({ players }, family) {
  if (family === OTHER) return t("picker.help");
  return tryText(`player.${family}`) ?? players.find(({ name }) => name === family)?.description ?? "";
}
