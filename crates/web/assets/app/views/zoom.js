// A picture that is zoomed inside its own pane: by buttons, by the wheel with Ctrl, and by two fingers.

const LEAST = 0.2;
const MOST = 4;
/** How far the mouse may move, in pixels, for a press to count as a click. */
const STILL = 6;

/** Makes a scrolling pane zoomable, and draggable with the mouse. The zoom outlives the pictures that are shown in it. */
export function zoomable(pane) {
  let scale = 1;
  let svg = null;

  const apply = () => {
    if (!svg) return;
    const { width, height } = svg.viewBox.baseVal;
    svg.style.width = `${width * scale}px`;
    svg.style.height = `${height * scale}px`;
  };

  /** Zooms so that the point of the picture under a place of the pane stays there. */
  function to(wanted, x = pane.clientWidth / 2, y = pane.clientHeight / 2) {
    const before = scale;
    scale = Math.max(LEAST, Math.min(MOST, wanted));
    const [left, top] = [pane.scrollLeft + x, pane.scrollTop + y].map((place) => (place * scale) / before);
    apply();
    pane.scrollTo(left - x, top - y);
  }

  /** A place of the window as a place of the pane. */
  const inside = (x, y) => {
    const box = pane.getBoundingClientRect();
    return [x - box.left, y - box.top];
  };

  pane.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      to(scale * Math.exp(-event.deltaY / 300), ...inside(event.clientX, event.clientY));
    },
    { passive: false },
  );

  let spread = 0;
  pane.addEventListener("touchstart", ({ touches }) => {
    if (touches.length === 2) spread = between(touches);
  });
  pane.addEventListener(
    "touchmove",
    (event) => {
      const { touches } = event;
      if (touches.length !== 2) return;
      // Two fingers zoom the picture, neither scroll it nor zoom the page.
      event.preventDefault();
      const now = between(touches);
      const [a, b] = touches;
      to((scale * now) / spread, ...inside((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
      spread = now;
    },
    { passive: false },
  );

  let from = null;
  let wasDragged = false;
  pane.addEventListener("mousedown", (event) => {
    from = { x: event.clientX, y: event.clientY, left: pane.scrollLeft, top: pane.scrollTop };
    wasDragged = false;
  });
  const onMove = (event) => {
    if (!from || event.buttons === 0) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.hypot(x, y) > STILL) wasDragged = true;
    if (wasDragged) pane.scrollTo(from.left - x, from.top - y);
  };
  const onUp = () => {
    from = null;
  };
  addEventListener("mousemove", onMove);
  addEventListener("mouseup", onUp);

  return {
    /** Shows a picture with one of its elements in the middle. */
    show(picture, middle) {
      svg = picture;
      apply();
      if (!middle) return;
      const inner = middle.getBoundingClientRect();
      const [x, y] = inside(inner.left + inner.width / 2, inner.top + inner.height / 2);
      pane.scrollBy(x - pane.clientWidth / 2, y - pane.clientHeight / 2);
    },
    by: (factor) => to(scale * factor),
    reset: () => to(1),
    /** Whether the last press moved the picture instead of choosing something in it. */
    wasDragged: () => wasDragged,
    end() {
      removeEventListener("mousemove", onMove);
      removeEventListener("mouseup", onUp);
    },
  };
}

/** The distance between two fingers. */
function between([a, b]) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
