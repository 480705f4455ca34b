// The frame of the page: header, tabs, language and theme; one view at a time below it.

import { after, get } from "./api.js";
import { button, fill, h, isTyping } from "./dom.js";
import { helpDialog } from "./help.js";
import { currentLanguage, setLanguage, t } from "./i18n.js";
import { showFailure } from "./facts.js";
import { recall, remember } from "./memory.js";
import { VIEWS, address, change, current, subscribe } from "./state.js";

const THEMES = ["auto", "light", "dark"];
const modules = {
  play: () => import("./views/play.js"),
  tree: () => import("./views/tree.js"),
  audit: () => import("./views/audit.js"),
  lab: () => import("./views/lab.js"),
};

const main = document.getElementById("main");
let leave = () => {};
let catalogue = null;
let theme = THEMES.includes(recall("theme")) ? recall("theme") : "auto";

/** What makes a link lead to a view with all else as it is. */
function leadsTo(view) {
  return {
    href: address({ ...current(), view }),
    "data-view": view,
    onclick: (event) => {
      // With these keys a browser opens another window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      change({ view });
    },
  };
}

function header() {
  const tabs = VIEWS.map((view) => {
    const isHere = current().view === view;
    return h("a", { class: "tab", "aria-current": isHere ? "page" : null, ...leadsTo(view) }, t(`tab.${view}`));
  });
  const other = currentLanguage() === "en" ? "ja" : "en";
  const language = button(
    t("language.other"),
    () => {
      setLanguage(other);
      draw().then(() => document.getElementById("language").focus());
    },
    { id: "language", class: "quiet", lang: other },
  );
  const themes = button(
    t(`theme.${theme}`),
    () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      remember("theme", theme);
      applyTheme();
      header();
      document.getElementById("theme").focus();
    },
    { icon: { auto: "◐", light: "☀", dark: "☾" }[theme], id: "theme", class: "quiet icon" },
  );
  const help = button(t("help"), openHelp, { icon: "?", id: "help", class: "quiet icon" });
  fill(
    document.getElementById("top"),
    h(
      "a",
      { class: "brand", ...leadsTo("play") },
      h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }),
      h("h1", {}, "exactplay"),
    ),
    h("nav", { class: "tabs", "aria-label": t("views") }, tabs),
    h("div", { class: "tools" }, language, themes, help),
  );
  document.getElementById("skip").textContent = t("skip");
  document.title = `${t(`tab.${current().view}`)} · exactplay`;
}

function applyTheme() {
  document.documentElement.dataset.theme = theme;
}

function openHelp() {
  helpDialog(current().view).showModal();
}

/** Another view: at its top, with the focus on its tab or, where the tabs had it not, on the view itself. */
async function enter() {
  const byTab = document.activeElement?.closest(".tabs");
  await draw();
  scrollTo(0, 0);
  if (byTab) document.querySelector(".tab[aria-current]").focus();
  else main.focus({ preventScroll: true });
}

/** Draws everything anew: at first, in another language, in another view. */
async function draw() {
  leave();
  leave = () => {};
  header();
  const { view } = current();
  // The first view needs this as well: asked now, it need not wait for the catalogue.
  if (view === "play") warm();
  const [module, isLoaded] = await Promise.all([modules[view](), loadCatalogue()]);
  if (!isLoaded || view !== current().view) return;
  leave();
  fill(main);
  main.className = `view-${view}`;
  leave = module.mount(main, catalogue) ?? (() => {});
}

function warm() {
  const { game, first, moves, ply } = current();
  get("position", { game, first, position: after(moves.slice(0, ply ?? moves.length)) }).catch(() => {});
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
  if (changed.has("view")) enter();
  else for (const link of document.querySelectorAll("[data-view]")) link.href = leadsTo(link.dataset.view).href;
});
document.getElementById("skip").addEventListener("click", (event) => {
  // The address holds the state, not a place of the page.
  event.preventDefault();
  main.focus();
});
addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  if (event.key === "?" || event.key === "h") openHelp();
});
draw();
