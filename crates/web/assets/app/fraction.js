// Exact fractions. They arrive as strings in lowest terms and stay exact until they are shown.

/** `"7/12"` as a pair of integers. */
export function parse(text) {
  const [numerator, denominator = "1"] = String(text).split("/");
  return [BigInt(numerator), BigInt(denominator)];
}

/** The nearest number; for drawing, never for deciding. */
export function toNumber(text) {
  return Number(decimal(text, 15));
}

/** A fraction, or a number that is known within a bound only, rounded to so many places; halves away from zero. */
export function decimal(value, places = 4) {
  if (typeof value === "number") return value.toFixed(places);
  const [numerator, denominator] = parse(value);
  const sign = numerator < 0n ? "-" : "";
  const magnitude = numerator < 0n ? -numerator : numerator;
  const scaled = (2n * magnitude * 10n ** BigInt(places) + denominator) / (2n * denominator);
  const digits = scaled.toString().padStart(places + 1, "0");
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** A probability as a percentage, exact where it is a whole number. */
export function percent(value, places = 1) {
  if (typeof value === "number") return `${(value * 100).toFixed(places)} %`;
  const [numerator, denominator] = parse(value);
  const whole = (numerator * 100n) % denominator === 0n;
  return `${decimal(`${numerator * 100n}/${denominator}`, whole ? 0 : places)} %`;
}

/** Both ways: `7/12 (0.5833)`; whole numbers and numbers within a bound only once. */
export function both(value) {
  if (typeof value === "number") return decimal(value, 6);
  return value.includes("/") ? `${value} (${decimal(value)})` : value;
}

/** A bound with one digit, rounded up, so that it stays one: `2e-11`. */
export function bound(value) {
  if (value === 0) return "0";
  const exponent = Math.floor(Math.log10(value));
  const digit = Math.ceil(value / 10 ** exponent);
  return digit === 10 ? `1e${exponent + 1}` : `${digit}e${exponent}`;
}

/** Less than zero, zero or more than zero, as a is less than, equal to or greater than b. */
export function compare(a, b) {
  const [p, q] = parse(a);
  const [r, t] = parse(b);
  const difference = p * t - r * q;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The fraction with the least denominator strictly between two others, by descent in the Stern-Brocot tree. */
export function simplestBetween(low, high) {
  let [left, right] = [
    [0n, 1n],
    [1n, 0n],
  ];
  for (;;) {
    const middle = [left[0] + right[0], left[1] + right[1]];
    const text = `${middle[0]}/${middle[1]}`;
    if (compare(text, low) <= 0) left = middle;
    else if (compare(text, high) >= 0) right = middle;
    else return middle[1] === 1n ? String(middle[0]) : text;
  }
}
