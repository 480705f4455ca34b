// The frame of the page: header, tabs, language and theme; one view at a time below it.

import { get } from "./api.js";
import { button, fill, h, isTyping } from "./dom.js";
import { helpDialog } from "./help.js";
import { currentLanguage, setLanguage, t } from "./i18n.js";
import { showFailure } from "./facts.js";
import { VIEWS, address, change, current, subscribe } from "./state.js";

const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "exactplay.theme";
const modules = {
  play: () => import("./views/play.js"),
  tree: () => import("./views/tree.js"),
  audit: () => import("./views/audit.js"),
  lab: () => import("./views/lab.js"),
};

const main = document.getElementById("main");
let leave = () => {};
let catalogue = null;
let theme = THEMES.includes(localStorage.getItem(THEME_KEY)) ? localStorage.getItem(THEME_KEY) : "auto";

function header() {
  const tabs = VIEWS.map((view) => h("a", {
    class: "tab",
    href: address({ ...current(), view }),
    "aria-current": current().view === view ? "page" : null,
    "data-view": view,
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      change({ view });
    },
  }, t(`tab.${view}`)));
  const other = currentLanguage() === "en" ? "ja" : "en";
  const language = button(t("language.other"), () => {
    setLanguage(other);
    draw().then(() => document.getElementById("language").focus());
  }, { id: "language", class: "quiet", lang: other });
  const themes = button(t(`theme.${theme}`), () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    localStorage.setItem(THEME_KEY, theme);
    applyTheme();
    header();
    document.getElementById("theme").focus();
  }, { icon: { auto: "◐", light: "☀", dark: "☾" }[theme], id: "theme", class: "quiet icon" });
  const help = button(t("help"), openHelp, { icon: "?", id: "help", class: "quiet icon" });
  fill(document.getElementById("top"),
    h("a", { class: "brand", href: "#play" }, h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }), h("h1", {}, "exactplay")),
    h("nav", { class: "tabs", "aria-label": t("views") }, tabs),
    h("div", { class: "tools" }, language, themes, help));
  document.getElementById("skip").textContent = t("skip");
  document.title = `${t(`tab.${current().view}`)} · exactplay`;
}

function applyTheme() {
  document.documentElement.dataset.theme = theme;
}

function openHelp() {
  helpDialog(current().view).showModal();
}

/** Draws everything anew: at first, in another language, in another view. */
async function draw() {
  leave();
  leave = () => {};
  header();
  const { view } = current();
  const [module, isLoaded] = await Promise.all([modules[view](), loadCatalogue()]);
  if (!isLoaded || view !== current().view) return;
  leave();
  fill(main);
  main.className = `view-${view}`;
  leave = module.mount(main, catalogue) ?? (() => {});
}

async function loadCatalogue() {
  try {
    catalogue ??= await get("games");
  } catch (error) {
    showFailure(main, error);
  }
  return catalogue !== null;
}

applyTheme();
subscribe((changed) => {
  if (changed.has("view")) draw().then(() => scrollTo(0, 0));
  // The tabs are links to the same state in another view.
  else for (const tab of document.querySelectorAll(".tab")) tab.href = address({ ...current(), view: tab.dataset.view });
});
addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  if (event.key === "?" || event.key === "h") openHelp();
});
draw();
