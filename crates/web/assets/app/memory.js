// What the browser remembers for the next visit. Where it may not, the page does without.

const PREFIX = "exactplay.";

/** What was remembered under a name; null if nothing was. */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Remembers a text under a name. */
export function remember(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // A browser that keeps nothing is still one that shows the page.
  }
}
