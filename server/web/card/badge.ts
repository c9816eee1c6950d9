// The badge that owners may put on their own site: a small SVG that says where they are listed. It looks the same for
// every listing, loads nothing and tracks nobody.
import { config } from '../../../core/kernel/config.js';
import { escapeHtml } from '../../../core/kernel/text/html.js';
import { accentShades } from '../../../core/settings/accent.js';
import { currentSettings } from '../../../core/settings/current.js';
import { english, fixedLanguage } from '../../../core/settings/texts.js';
import { hostOf } from '../view/links.js';
import { drawable, drawMark, LIGHT, letteringFor } from './glyphs.js';

const HEIGHT = 44;
const MARK = 24;
const SIDE = 10;
const LETTERS = 17;

const COLOURS = {
  light: LIGHT,
  dark: { tile: '#1e1a15', hair: '#3a352e', ink: '#eeebe2', marker: '#e4ca53', accent: '#95b1fe' },
};

/** The name of the directory, or its host if the font lacks its script. */
async function words() {
  const { t } = fixedLanguage() ?? english();
  const text = t('badge.listed-on', { site: currentSettings().name });
  const x = SIDE + MARK + 9;
  for (const candidate of [text, t('badge.listed-on', { site: hostOf(config.publicUrl) })].map(drawable)) {
    const letters = await letteringFor(candidate, 600);
    if (letters)
      return {
        text,
        outline: letters.path(candidate, x, HEIGHT / 2 + 6, LETTERS),
        width: Math.ceil(x + letters.width(candidate, LETTERS) + SIDE + 4),
      };
  }
  return { text, outline: '', width: x + SIDE };
}

/** Width and height of the badge, and its text. */
export async function badgeSize(): Promise<{ width: number; height: number; text: string }> {
  const { width, text } = await words();
  return { width, height: HEIGHT, text };
}

export async function badgeSvg(theme: keyof typeof COLOURS): Promise<string> {
  const { accent_color } = currentSettings();
  const colours = { ...COLOURS[theme], ...(accent_color ? accentShades(accent_color)[theme] : {}) };
  const { text, outline, width } = await words();
  const mark = drawMark(
    { x: SIDE, y: (HEIGHT - MARK) / 2, size: MARK },
    { ...colours, ground: colours.tile },
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img"><title>${escapeHtml(text)}</title><rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="9" fill="${colours.tile}" stroke="${colours.hair}"/>${mark}<path d="${outline}" fill="${colours.ink}"/></svg>`;
}
