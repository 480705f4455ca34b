// Choosing a player: a family, a number where the family has one, or any name of the program's grammar.

import { fill, h, numberInput } from "./dom.js";
import { isTicTacToe } from "./geometry.js";
import { t, tryText } from "./i18n.js";

const OTHER = "other";

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
          if (family !== OTHER) onchange(compose());
          draw();
          root.querySelector(family === OTHER ? "input" : "select").focus();
        },
      },
      options,
    );
    const parameter = family.endsWith(":N")
      ? numberInput(
          number,
          (value) => {
            number = value;
            onchange(compose());
          },
          {
            min: 1,
            max: 1000000,
            "aria-label": t("picker.playouts"),
            title: t("picker.playouts"),
            name: `${name}-playouts`,
          },
        )
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
      h(
        "div",
        { class: "picker-row" },
        label ? h("span", { class: "field-name" }, label) : null,
        choose,
        parameter,
        free,
      ),
      describe(catalogue, family) ? h("p", { class: "hint-line" }, describe(catalogue, family)) : null,
    );
  };
  const compose = () => family.replace(/:N$/, `:${number}`);
  draw();
  return root;
}

/** The players of one law or more, in groups; those of tic-tac-toe alone only there. */
function groups({ players }, game, human, kinds) {
  const knowsRules = isTicTacToe(game);
  const lists = {
    person: human ? ["human"] : [],
    perfect: [],
    infinite: [],
    finite: [],
    search: [],
    rules: [],
    other: [],
  };
  for (const { name, law } of players) {
    if (name === "human" || name.startsWith(",")) continue;
    for (const each of name.split(", ")) {
      const group = each.startsWith("perfect")
        ? "perfect"
        : /^pmc2?:N$/.test(each)
          ? "finite"
          : /^pmc/.test(each)
            ? "infinite"
            : each.startsWith("uct")
              ? "search"
              : /^ai\d/.test(each)
                ? "rules"
                : "other";
      if (kinds.includes(law) && (group !== "rules" || knowsRules)) lists[group].push(each);
    }
  }
  return Object.entries(lists).filter(([, names]) => names.length > 0);
}

function split(value, known) {
  if (known.includes(value)) return [value, 1000];
  const [, base, number] = /^(pmc2?|uct):(\d+)$/.exec(value) ?? [];
  if (base && known.includes(`${base}:N`)) return [`${base}:N`, Number(number)];
  return [OTHER, 1000];
}

function describe({ players }, family) {
  if (family === OTHER) return t("picker.help");
  const entry = players.find(({ name }) => name.split(", ").includes(family));
  return tryText(`player.${family}`) ?? entry?.description ?? "";
}
