// The style sheet of the accent colour (core/site/accent.ts).
import { createHash } from 'node:crypto';
import { accentShades, type Shades } from '../../../core/site/accent.js';
import { inThemes } from './themes.js';

const declare = ({ accent, deep, wash, on }: Shades) =>
  `--cobalt: ${accent};\n--cobalt-deep: ${deep};\n--cobalt-wash: ${wash};\n--on-cobalt: ${on};`;

/** The style sheet that replaces the default accent colour. */
function accentStyle(hex: string): string {
  const { light, dark } = accentShades(hex);
  return inThemes(declare(light), declare(dark));
}

/**
 * The immutable address of such a style sheet: it contains the colour and a hash of the derived ones, so that nothing
 * is stored.
 */
export function accentUrl(hex: string): string {
  const hash = createHash('sha256').update(accentStyle(hex)).digest('hex').slice(0, 12);
  return `/assets/accent-${hex.slice(1)}.${hash}.css`;
}

/** The style sheet at an address from `accentUrl`; null for any other. */
export function accentStyleAt(path: string): string | null {
  const digits = /^\/assets\/accent-([0-9a-f]{6})\.[0-9a-f]{12}\.css$/.exec(path)?.[1];
  return digits !== undefined && accentUrl(`#${digits}`) === path ? accentStyle(`#${digits}`) : null;
}
