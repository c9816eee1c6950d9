// The directory's settings as pages need them, and the style sheets of their colours.

import { createHash } from 'node:crypto';
import { accentShades, type Shades } from '../../../core/settings/accent.js';
import { currentSettings, publishedPages, type Settings } from '../../../core/settings/current.js';

/** @param settings a draft, for a preview */
export function settingsView(settings: Settings = currentSettings()) {
  const pages = publishedPages(settings)
    .filter(({ footer }) => footer !== false)
    .map(({ slug, title }) => ({ label: title, url: `/pages/${slug}` }));
  return {
    ...settings,
    accentStyle: settings.accent_color && accentUrl(settings.accent_color),
    links: [...pages, ...(settings.footer_links ?? [])],
    contact: settings.contact_url ?? (settings.contact_email && `mailto:${settings.contact_email}`),
  };
}

// Style sheets of the two themes, by system setting or by class; and of the accent colour (core/settings/accent.ts).

const declare = ({ accent, deep, wash, on, marker }: Shades) =>
  `--cobalt: ${accent};\n--cobalt-deep: ${deep};\n--cobalt-wash: ${wash};\n--on-cobalt: ${on};\n--marker: ${marker};`;

function accentStyle(hex: string): string {
  const { light, dark } = accentShades(hex);
  return inThemes(declare(light), declare(dark));
}

/** The immutable address of an accent's style sheet: its colour, and a hash of the derived colours. */
export function accentUrl(hex: string): string {
  const hash = createHash('sha256').update(accentStyle(hex)).digest('hex').slice(0, 12);
  return `/assets/accent-${hex.slice(1)}.${hash}.css`;
}

export function accentStyleAt(path: string): string | null {
  const digits = /^\/assets\/accent-([0-9a-f]{6})\.[0-9a-f]{12}\.css$/.exec(path)?.[1];
  return digits !== undefined && accentUrl(`#${digits}`) === path ? accentStyle(`#${digits}`) : null;
}

/** A style sheet of two themes, from declarations such as `--paper: …;`. Print is always light. */
export function inThemes(light: string, dark: string): string {
  return `:root, .theme-light {
${light}
}
@media screen and (prefers-color-scheme: dark) {
:root:not(.theme-light) {
${dark}
}
}
@media screen {
.theme-dark {
${dark}
}
}`;
}

/** @param css one rule */
export const declarationsOf = (css: string) => css.slice(css.indexOf('{') + 1, css.indexOf('}')).trim();
