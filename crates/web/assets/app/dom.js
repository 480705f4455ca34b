// Elements without a framework: one function for HTML, one for SVG.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Attributes whose names start with `on` are listeners; `true` gives an empty attribute; `false`, `null`
 * and `undefined` give none. Children are nodes, strings, or lists of them; empty ones are left out.
 */
export function h(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element, with the same rules. */
export function s(tag, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) continue;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  append(element, children);
  // After the children, since a select takes only a value that one of its options has.
  if ("value" in attributes && "value" in element) element.value = attributes.value;
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== "") element.append(child);
  }
}

/** Puts children in the place of whatever an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A button; `label` is its text, or its accessible name where an icon is given. */
export function button(label, onclick, { icon, ...attributes } = {}) {
  const face = icon ? { "aria-label": label, title: label } : {};
  return h("button", { type: "button", onclick, ...face, ...attributes }, icon ?? label);
}

/** A labelled control: the label's text stands above it. */
export function field(label, control, attributes = {}) {
  return h("label", { class: "field", ...attributes }, h("span", { class: "field-name" }, label), control);
}

/** A select of `[value, text]` pairs. */
export function select(pairs, value, onchange, attributes = {}) {
  const options = pairs.map(([option, text]) => h("option", { value: option }, text));
  return h("select", { ...attributes, value, onchange: (event) => onchange(event.target.value) }, options);
}

/** A check box with its text. */
export function check(label, checked, onchange, attributes = {}) {
  const box = h("input", {
    type: "checkbox",
    checked,
    onchange: (event) => onchange(event.target.checked),
    ...attributes,
  });
  return h("label", { class: "check" }, box, h("span", {}, label));
}

/** A whole number from 0 to 999,999,999; `onchange` gets it as a number. */
export function numberInput(value, onchange, attributes = {}) {
  const input = h("input", { type: "number", min: 0, max: 999999999, class: "count", value, ...attributes });
  input.addEventListener("change", () => {
    const limited = Math.max(Number(input.min), Math.min(Number(input.max), Math.floor(Number(input.value)) || 0));
    input.value = limited;
    onchange(limited);
  });
  return input;
}

/** Draws the controls of an area anew without taking the focus from the one that has it, found by its name. */
export function keepingFocus(area, draw) {
  const name = area.contains(document.activeElement) ? document.activeElement.name : null;
  draw();
  if (name) area.querySelector(`[name="${name}"]`)?.focus();
}

/** Shows that an area waits for an answer, or no longer does. A short wait stays unseen. */
export function busy(area, text) {
  if (text) {
    area.setAttribute("aria-busy", "true");
    area.dataset.busy = text;
  } else {
    area.removeAttribute("aria-busy");
  }
}

/** Says something to screen readers without moving the focus. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/** Whether a key press belongs to a control that takes text or has keys of its own. */
export function isTyping(event) {
  return (
    event.target.closest?.("input, select, textarea, dialog") !== null || event.ctrlKey || event.metaKey || event.altKey
  );
}
