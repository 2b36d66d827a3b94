/** `#rrggbb` */
export type Color = string;

type Channels = readonly [number, number, number];

function channels(color: Color): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function written(parts: Channels): Color {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance as defined by WCAG 2, from 0 (black) to 1 (white). */
export function luminance(color: Color): number {
  const [red, green, blue] = channels(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast ratio as defined by WCAG 2, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** White or black, whichever has the higher contrast on the background; always at least 4.5:1. */
export function textOn(background: Color): Color {
  return contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000';
}

/** Minimum contrast of text, WCAG 2 level AA. */
const READABLE = 4.5;
const STEPS = 20;

/** The color, darkened or lightened until it is readable as text on the background. */
export function readableOn(background: Color, color: Color): Color {
  const end = channels(textOn(background));
  const start = channels(color);
  for (let step = 0; step < STEPS; step += 1) {
    const share = step / STEPS;
    const mix = (index: 0 | 1 | 2): number => start[index] + (end[index] - start[index]) * share;
    const mixed = written([mix(0), mix(1), mix(2)]);
    if (contrast(mixed, background) >= READABLE) return mixed;
  }
  return written(end);
}
