// Two charts: one that jumps at exact places, and lines over a logarithmic axis.

import { s } from "./dom.js";
import { toNumber } from "./fraction.js";

const HEIGHT = 240;
const EDGE = { left: 44, right: 24, top: 14, bottom: 40 };
const INNER = HEIGHT - EDGE.top - EDGE.bottom;

const up = (share) => EDGE.top + (1 - share) * INNER;

/** A chart is drawn as wide as the window lets it be, so that its letters keep their size. */
function sizes() {
  const width = Math.max(280, Math.min(680, document.documentElement.clientWidth - 60));
  const inner = width - EDGE.left - EDGE.right;
  return { width, inner, across: (share) => EDGE.left + share * inner };
}

function frame(width, label, children) {
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label }, children);
}

function axes({ width, across }, { xTicks, yTicks, xLabel }) {
  return [
    yTicks.map(([share, text]) => [
      s("line", { class: "rule", x1: EDGE.left, x2: width - EDGE.right, y1: up(share), y2: up(share) }),
      s("text", { class: "tick end", x: EDGE.left - 7, y: up(share) + 4 }, text),
    ]),
    xTicks.map(([share, text]) => [
      s("line", { class: "notch", x1: across(share), x2: across(share), y1: up(0), y2: up(0) + 4 }),
      s("text", { class: "tick middle", x: across(share), y: up(0) + 17 }, text),
    ]),
    s("text", { class: "tick middle", x: across(0.5), y: HEIGHT - 5 }, xLabel),
  ];
}

/** A round step that divides a greatest value into at most five parts. */
function roundStep(greatest) {
  for (let power = 1; ; power *= 10) {
    for (const part of [1, 2, 5]) if (part * power * 5 >= greatest) return part * power;
  }
}

/**
 * How many positions deviate for each draw weight. `segments` are those of the sweep; `at` is the chosen weight; `onpick` gets the
 * number of the segment that was pressed.
 */
export function stepChart({ segments, at, count, label, xLabel, onpick }) {
  const { width, inner, across } = sizes();
  const step = roundStep(Math.max(...segments.map(count)));
  const top = Math.ceil(Math.max(...segments.map(count)) / step) * step || 1;
  const places = segments.map((segment) => ({
    from: toNumber(segment.from),
    to: toNumber(segment.to),
    y: up(count(segment) / top),
  }));
  const ticks = [];
  for (const { from, to } of segments)
    for (const weight of [from, to])
      if (!ticks.some(([, text]) => text === weight)) ticks.push([toNumber(weight), weight]);
  // Names of breakpoints that would touch are left out, the ends never.
  let free = 0;
  const named = ticks.filter(([share, text]) => {
    const half = (text.length * 7) / 2 / inner;
    const isFree = share === 0 || share === 1 || (share - half > free && share + half < 0.985);
    if (isFree) free = share + half + 0.008;
    return isFree;
  });
  const yTicks = Array.from({ length: top / step + 1 }, (_, i) => [(i * step) / top, i * step]);
  return frame(width, label, [
    axes({ width, across }, { xTicks: named, yTicks, xLabel }),
    places.map(({ from, to, y }) =>
      from === to ? null : s("line", { class: "level", x1: across(from), x2: across(to), y1: y, y2: y }),
    ),
    places.map(({ from, to, y }) =>
      from === to ? s("circle", { class: "single", cx: across(from), cy: y, r: 4.5 }) : null,
    ),
    s("line", { class: "chosen", x1: across(toNumber(at)), x2: across(toNumber(at)), y1: EDGE.top, y2: up(0) }),
    places.map(({ from, to }, i) => {
      const [left, right] = from === to ? [across(from) - 4, across(from) + 4] : [across(from) + 4, across(to) - 4];
      return s("rect", {
        class: "press",
        x: left,
        y: EDGE.top,
        width: Math.max(1, right - left),
        height: INNER,
        onclick: () => onpick(i),
      });
    }),
  ]);
}

/**
 * Lines of points `[x, y]` with x from 1 on a logarithmic axis. `series` are `{name, kind, points}`, with `mark` for a text at the
 * end of the line; `levels` are heights `{y, kind, name}` drawn across; `range` is what the upward axis shows.
 */
export function logChart({ series, levels = [], range = [0, 1], label, xLabel }) {
  const { width, across } = sizes();
  const most = Math.max(10, ...series.flatMap(({ points }) => points.map(([x]) => x)));
  const place = (x) => across(Math.log10(x) / Math.log10(most)).toFixed(1);
  const height = (y) => up((Math.max(range[0], Math.min(range[1], y)) - range[0]) / (range[1] - range[0])).toFixed(1);
  const powers = Array.from({ length: Math.floor(Math.log10(most) + 1e-9) + 1 }, (_, i) => 10 ** i);
  const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => [
    share,
    Number((range[0] + share * (range[1] - range[0])).toFixed(3)),
  ]);
  const marks = apart(
    series
      .filter(({ mark }) => mark)
      .map(({ mark, kind, points }) => ({ mark, kind, y: Number(height(points.at(-1)[1])) + 4 })),
  );
  return frame(width, label, [
    axes(
      { width, across },
      { xTicks: powers.map((x) => [Math.log10(x) / Math.log10(most), x.toLocaleString("en")]), yTicks: steps, xLabel },
    ),
    levels.map(({ y, kind, name }) =>
      s(
        "line",
        { class: `height ${kind}`, x1: across(0), x2: across(1), y1: height(y), y2: height(y) },
        s("title", {}, name),
      ),
    ),
    series.map(({ kind, points, name, mark }) =>
      s(
        "g",
        { class: `line ${kind}` },
        s("title", {}, name),
        s("path", { d: points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${place(x)} ${height(y)}`).join("") }),
        mark || points.length > 60
          ? null
          : points.map(([x, y]) =>
              s(
                "circle",
                { cx: place(x), cy: height(y), r: 3 },
                s("title", {}, `${name}: ${x.toLocaleString("en")} → ${y.toFixed(4)}`),
              ),
            ),
      ),
    ),
    marks.map(({ mark, kind, y }) => s("text", { class: `tick end-mark ${kind}`, x: across(1) + 4, y }, mark)),
  ]);
}

/** Moves texts that would overlap, from the top, just so far that they no longer do. */
function apart(marks) {
  const sorted = marks.sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; i += 1) sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + 11);
  return sorted;
}
