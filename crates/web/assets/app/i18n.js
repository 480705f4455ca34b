// The language of the page: every visible text and accessible name goes through `t`.

import { recall, remember } from "./memory.js";
import { STRINGS } from "./strings.js";

const LANGUAGES = ["en", "ja"];

let language = remembered() ?? (navigator.language.startsWith("ja") ? "ja" : "en");
document.documentElement.lang = language;

function remembered() {
  const found = recall("language");
  return LANGUAGES.includes(found) ? found : null;
}

/** `en` or `ja`. */
export function currentLanguage() {
  return language;
}

/** Changes the language and remembers it. What is on the page has to be drawn again. */
export function setLanguage(wanted) {
  language = wanted;
  remember("language", wanted);
  document.documentElement.lang = wanted;
}

/** The text of a key, with `{name}` replaced by the value of that name. A key that is missing shows itself. */
export function t(key, values = {}) {
  const text = STRINGS[key]?.[LANGUAGES.indexOf(language)] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The text of a key if there is one. */
export function tryText(key) {
  return key in STRINGS ? t(key) : null;
}
