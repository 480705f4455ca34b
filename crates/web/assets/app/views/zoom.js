// A picture that is zoomed inside its own pane: by buttons, by the wheel with Ctrl, and by two fingers.

const LEAST = 0.2;
const MOST = 4;
/** How far a pointer may move, in pixels, for a press to count as a click. */
const STILL = 6;

/** Makes a scrolling pane zoomable. The zoom outlives the pictures that are shown in it. */
export function zoomable(pane) {
  let scale = 1;
  let svg = null;
  let dragged = false;
  const fingers = new Map();

  const natural = () => ({ width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height });
  const apply = () => {
    if (!svg) return;
    svg.style.width = `${natural().width * scale}px`;
    svg.style.height = `${natural().height * scale}px`;
  };
  /** Zooms so that the point of the picture under a place of the pane stays there. */
  const to = (wanted, x = pane.clientWidth / 2, y = pane.clientHeight / 2) => {
    const before = scale;
    scale = Math.max(LEAST, Math.min(MOST, wanted));
    const [left, top] = [pane.scrollLeft + x, pane.scrollTop + y].map((place) => (place * scale) / before);
    apply();
    pane.scrollTo(left - x, top - y);
  };
  const onWheel = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = pane.getBoundingClientRect();
    to(scale * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const onDown = (event) => {
    if (fingers.size === 0) dragged = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] });
  };
  const onMove = (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = fingers.size === 2 ? spread() : 0;
    const step = [event.clientX - finger.x, event.clientY - finger.y];
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (Math.hypot(finger.x - finger.from[0], finger.y - finger.from[1]) > STILL) dragged = true;
    if (before > 0) {
      const box = pane.getBoundingClientRect();
      const [a, b] = [...fingers.values()];
      to((scale * spread()) / before, (a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top);
    } else if (event.pointerType === "mouse" && dragged) {
      pane.scrollBy(-step[0], -step[1]);
    }
  };
  const onUp = (event) => fingers.delete(event.pointerId);

  pane.addEventListener("wheel", onWheel, { passive: false });
  pane.addEventListener("pointerdown", onDown);
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", onUp);

  return {
    /** Shows a picture with one of its elements in the middle. */
    show(picture, middle) {
      svg = picture;
      apply();
      if (!middle) return;
      const [inner, outer] = [middle.getBoundingClientRect(), pane.getBoundingClientRect()];
      pane.scrollBy(
        inner.left + inner.width / 2 - outer.left - pane.clientWidth / 2,
        inner.top + inner.height / 2 - outer.top - pane.clientHeight / 2,
      );
    },
    by: (factor) => to(scale * factor),
    reset: () => to(1),
    /** Whether the last press moved the picture instead of choosing something in it. */
    wasDragged: () => dragged,
    end() {
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", onUp);
    },
  };
}
