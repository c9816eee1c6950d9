// The accent colour: from the operator's colour, a readable shade for each theme, mixed with black or white
// until links and buttons have the contrast of WCAG 2.2 level AA.

/** WCAG 2.2, 1.4.3: for text below 24 px. */
const READABLE = 4.5;
const STEP = 0.01;

/** The blue of theme-light.css, as 8-bit sRGB. */
export const DEFAULT_ACCENT = '#2f49cf';

/** `ground` is the background with the least contrast, --sunk of theme-light.css and theme-dark.css. `end` is mixed
 * in to make a shade more readable, and `yellow` goes with the default accent. */
const LIGHT = { ground: '#f3efe7', on: '#fffefb', end: '#000000', yellow: '#fbe468' };
const DARK = { ground: '#28231d', on: '#15120e', end: '#ffffff', yellow: '#e4ca53' };

export type Shades = ReturnType<typeof shadesIn>;

export const accentShades = (hex: string) => ({ light: shadesIn(LIGHT, hex), dark: shadesIn(DARK, hex) });

/** `marker` is the colour of the marker pen, on which text is dark in both themes; `contrast` is the lowest
 * contrast of the accent with its backgrounds. */
function shadesIn({ ground, on, end, yellow }: typeof LIGHT, hex: string) {
  // Terminates: black on a light background and white on a dark one are readable.
  for (let share = 0; ; share += STEP) {
    const accent = mix(hex, end, share);
    const wash = mix(ground, accent, 0.1);
    const lowest = Math.min(...[ground, wash, on].map((other) => contrast(accent, other)));
    if (lowest >= READABLE)
      return {
        accent,
        deep: mix(accent, end, 0.2),
        wash,
        on,
        marker: hex === DEFAULT_ACCENT ? yellow : end === '#ffffff' ? accent : mix(accent, '#ffffff', 0.7),
        contrast: lowest,
      };
  }
}

function mix(one: string, other: string, share: number): string {
  const [from, to] = [bytesOf(one), bytesOf(other)];
  return `#${Buffer.from(from.map((byte, at) => Math.round(byte + ((to[at] ?? 0) - byte) * share))).toString('hex')}`;
}

const bytesOf = (hex: string) => Buffer.from(hex.slice(1), 'hex');

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, “contrast ratio” and “relative luminance”). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [...bytesOf(hex)].map((byte) => toLinear(byte / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
