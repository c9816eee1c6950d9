// The accent colour of the site: from the one colour an operator chooses, a readable shade for each theme. The hue
// stays; lightness is adjusted until links and buttons have the contrast of WCAG 2.2 level AA.

type Triple = readonly [number, number, number];

/** WCAG 2.2, 1.4.3: of text below 24 px. */
const READABLE = 4.5;
/** The steps in which lightness is adjusted. */
const STEP = 0.005;

/** The blue of theme-light.css, as 8-bit sRGB. */
export const DEFAULT_ACCENT = '#2f49cf';

/** The background of accents in each theme with the least contrast: --sunk of theme-light.css and theme-dark.css. */
const GROUNDS = { light: [0.954, 0.012, 86], dark: [0.26, 0.013, 74] } as const;

export interface Shades {
  /** Links, buttons. */
  readonly accent: string;
  /** The same on hover. */
  readonly deep: string;
  /** The background of selected items. */
  readonly wash: string;
  /** Text on a button. */
  readonly on: string;
  /** The lowest contrast of any of them with its background. */
  readonly contrast: number;
}

/** @param hex `#0b7a4b` */
export function accentShades(hex: string): { light: Shades; dark: Shades } {
  const [lightness, chroma, hue] = toOklch(fromHex(hex));
  const light = (l: number): Shades =>
    shades(GROUNDS.light, {
      accent: [l, chroma, hue],
      deep: [l - 0.07, chroma, hue],
      wash: [0.945, Math.min(chroma, 0.025), hue],
      on: [0.99, Math.min(chroma, 0.005), hue],
    });
  const dark = (l: number): Shades =>
    shades(GROUNDS.dark, {
      // Full chroma glows on a dark ground.
      accent: [l, Math.min(chroma, 0.115), hue],
      deep: [l + 0.07, Math.min(chroma, 0.085), hue],
      wash: [0.29, Math.min(chroma, 0.05), hue],
      on: [0.18, Math.min(chroma, 0.05), hue],
    });
  return {
    light: firstReadable(light, Math.min(lightness, 0.6), -STEP),
    dark: firstReadable(dark, Math.max(lightness, 0.72), STEP),
  };
}

function firstReadable(at: (lightness: number) => Shades, start: number, step: number): Shades {
  let lightness = start;
  // Terminates: black on a light background and white on a dark one are readable.
  while (at(lightness).contrast < READABLE && lightness > 0 && lightness < 1) lightness += step;
  return at(lightness);
}

function shades(ground: Triple, colours: Record<'accent' | 'deep' | 'wash' | 'on', Triple>): Shades {
  const rgb = {
    accent: toRgb(colours.accent),
    deep: toRgb(colours.deep),
    wash: toRgb(colours.wash),
    on: toRgb(colours.on),
  };
  const pairs: [Triple, Triple][] = [
    [rgb.accent, toRgb(ground)],
    [rgb.accent, rgb.wash],
    [rgb.accent, rgb.on],
    [rgb.deep, rgb.on],
    [rgb.deep, toRgb(ground)],
  ];
  return {
    accent: toHex(rgb.accent),
    deep: toHex(rgb.deep),
    wash: toHex(rgb.wash),
    on: toHex(rgb.on),
    contrast: Math.min(...pairs.map(([one, other]) => contrast(one, other))),
  };
}

/** An OKLCH colour as `#rrggbb`, where CSS functions are not available: lightness 0 to 1, chroma, hue in degrees. */
export function oklchHex(lightness: number, chroma: number, hue: number): string {
  return toHex(toRgb([lightness, chroma, hue]));
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, “contrast ratio” and “relative luminance”). */
export function contrast(one: Triple, other: Triple): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Triple): number {
  const [r, g, b] = rgb.map(toLinear) as unknown as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** sRGB, 0 to 1. */
export function fromHex(hex: string): Triple {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Triple;
}

function toHex(rgb: Triple): string {
  const byte = (value: number) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(byte).join('')}`;
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

// OKLCH and back: Björn Ottosson, “A perceptual color space for image processing” (2020), as in CSS Color 4.
function toOklch(rgb: Triple): Triple {
  const [r, g, b] = rgb.map(toLinear) as unknown as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, c), (Math.atan2(c, a) * 180) / Math.PI];
}

/** The colour within sRGB, by less chroma, in the 8 bits that are sent: the contrast is that of what is shown. */
function toRgb([lightness, chroma, hue]: Triple): Triple {
  const l = Math.min(Math.max(lightness, 0), 1);
  for (let c = chroma; ; c -= 0.002) {
    const rgb = oklchToLinear([l, Math.max(c, 0), hue]).map(toGamma) as unknown as Triple;
    const fits = rgb.every((value) => value > -0.0005 && value < 1.0005);
    if (fits || c <= 0) {
      return rgb.map((value) => Math.round(Math.min(Math.max(value, 0), 1) * 255) / 255) as unknown as Triple;
    }
  }
}

function oklchToLinear([lightness, chroma, hue]: Triple): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
