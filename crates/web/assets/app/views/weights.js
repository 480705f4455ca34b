// The draw weight: a slider over the exact breakpoints and one weight between each two, with the count of the sweep.

import { button, fill, h } from "../dom.js";
import { stepChart } from "../chart.js";
import { compare, simplestBetween } from "../fraction.js";
import { t } from "../i18n.js";

/** The slider for a sweep, or a plain field where none is known. `onchange` gets the weight as a fraction. */
export function weightSlider(sweep, weight, onchange) {
  if (!sweep) return plainField(weight, onchange);
  const stops = stopsOf(sweep.segments);
  let place = stops.findIndex((stop) => stop.weight === weight);
  if (place < 0) place = stops.findIndex((stop) => contains(stop.segment, weight));
  place = Math.max(0, place);
  const name = h("p", { class: "weight-name" });
  const chart = h("div", { class: "chart-box" });
  // The slider stays what it is: one that is replaced cannot be dragged.
  const slider = h("input", {
    type: "range",
    name: "weight",
    min: 0,
    max: stops.length - 1,
    value: place,
    "aria-label": t("weight"),
    oninput: () => pick(Number(slider.value)),
  });
  const lower = button(t("weight.lower"), () => pick(place - 1), { icon: "‹", class: "icon" });
  const higher = button(t("weight.higher"), () => pick(place + 1), { icon: "›", class: "icon" });

  function pick(i) {
    place = i;
    draw(stops[i].weight);
    onchange(stops[i].weight);
  }

  function draw(shown) {
    const { segment } = stops[place];
    const isExact = segment.from === segment.to || isEnd(segment, shown);
    const words = t(isExact ? "weight.exactly" : "weight.between", {
      weight: shown,
      from: segment.from,
      to: segment.to,
    });
    slider.value = place;
    slider.setAttribute("aria-valuetext", words);
    lower.disabled = place === 0;
    higher.disabled = place === stops.length - 1;
    fill(name, h("strong", {}, words), " ", t("weight.count", { n: segment.deviating_orbits }));
    fill(
      chart,
      stepChart({
        segments: sweep.segments,
        at: shown,
        count: (one) => one.deviating_orbits,
        label: t("weight.chart"),
        xLabel: t("weight.axis"),
        // An interval that is pressed is meant as a whole, not as one of its ends.
        onpick: (i) =>
          pick(
            stops.findIndex(
              (stop) =>
                stop.segment === sweep.segments[i] &&
                (stop.segment.from === stop.segment.to || !isEnd(stop.segment, stop.weight)),
            ),
          ),
      }),
    );
  }

  draw(weight);
  return h(
    "div",
    { class: "weights" },
    h("div", { class: "weight-row" }, h("span", { class: "field-name" }, t("weight")), lower, slider, higher),
    name,
    chart,
  );
}

function isEnd(segment, weight) {
  return weight === segment.from || weight === segment.to;
}

function contains(segment, weight) {
  const [low, high] = [compare(weight, segment.from), compare(weight, segment.to)];
  return (low > 0 || (low === 0 && segment.from_included)) && (high < 0 || (high === 0 && segment.to_included));
}

/** Every breakpoint, and the simplest weight between each two neighbours, ascending. */
function stopsOf(segments) {
  return segments.flatMap((segment) => {
    if (segment.from === segment.to) return [{ weight: segment.from, segment }];
    const inside = { weight: simplestBetween(segment.from, segment.to), segment };
    return [
      ...(segment.from_included ? [{ weight: segment.from, segment }] : []),
      inside,
      ...(segment.to_included ? [{ weight: segment.to, segment }] : []),
    ];
  });
}

function plainField(weight, onchange) {
  const input = h("input", {
    type: "text",
    name: "weight",
    value: weight,
    class: "count",
    inputmode: "decimal",
    onchange: () => {
      const text = input.value.trim();
      if (/^\d+(\/[1-9]\d*|\.\d+)?$/.test(text)) onchange(text);
      else input.value = weight;
    },
  });
  return h(
    "div",
    { class: "fields" },
    h("label", { class: "field" }, h("span", { class: "field-name" }, t("weight")), input),
    h("p", { class: "hint-line" }, t("weight.free")),
  );
}
