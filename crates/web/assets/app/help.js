// The help of a view: what can be done there, and with which keys.

import { button, h } from "./dom.js";
import { t, tryText } from "./i18n.js";

/** A dialog that removes itself when it is closed. */
export function helpDialog(view) {
  const lines = (kind) => {
    const items = [];
    for (let i = 1; tryText(`help.${view}.${kind}${i}`) !== null; i += 1) items.push(t(`help.${view}.${kind}${i}`));
    return items;
  };
  const keys = lines("key").map((line) => line.split(" | "));
  const dialog = h(
    "dialog",
    {
      class: "help",
      "aria-labelledby": "help-title",
      onclose: () => dialog.remove(),
      onclick: (event) => {
        if (event.target === dialog) dialog.close();
      },
    },
    h(
      "div",
      { class: "dialog-body" },
      h(
        "header",
        {},
        h("h2", { id: "help-title" }, t(`tab.${view}`)),
        button(t("close"), () => dialog.close(), { icon: "✕", class: "quiet icon" }),
      ),
      lines("text").map((line) => h("p", {}, line)),
      h("h3", {}, t("help.signs")),
      h(
        "ul",
        { class: "legend" },
        ["o", "draw", "x"].map((value) =>
          h(
            "li",
            {},
            h("span", { class: `badge ${value}` }, { o: "O5", draw: "D6", x: "X4" }[value]),
            " ",
            t(`legend.${value}`),
          ),
        ),
        h("li", {}, h("span", { class: "star" }, "★"), " ", t("legend.best")),
      ),
      h("h3", {}, t("help.keys")),
      h(
        "dl",
        { class: "keys" },
        keys.map(([key, meaning]) => [
          h(
            "dt",
            {},
            key.split(" ").map((one) => h("kbd", {}, one)),
          ),
          h("dd", {}, meaning),
        ]),
      ),
    ),
  );
  document.body.append(dialog);
  return dialog;
}
