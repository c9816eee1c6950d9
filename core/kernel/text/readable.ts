// Decides which texts can be stored and shown (C3).
import { parse } from 'tldts';
import { type Said, say } from '../errors.js';

// Control characters except tab and newline, which are allowed in multi-line text only.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is there to find them
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const BREAKS = /[\t\n\u2028\u2029]/;
/** Bidirectional controls, which reorder the text around them: one name could look like another. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
const NONCHARACTERS = /\p{Noncharacter_Code_Point}/u;
/** The limit of UAX #15; normalising a run of marks takes quadratic time. */
const LONG_RUN_OF_MARKS = /\p{M}{31}/u;
/** Characters that NFKC expands to phrases of 18 or 8 letters, which search and policy would read. */
const PHRASES = /[\ufdfa\ufdfb]/g;
const MAX_LIGATURES = 100;
/** A visible character; the Hangul fillers count as letters but are blank. */
export const VISIBLE = /(?![\u115f\u1160\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Why a text cannot be stored: control characters, lone surrogates, noncharacters, runs of marks (C3). */
export function unreadableText(value: string, kind = 'line'): Said | null {
  if (!value.isWellFormed()) return say('invalid.half-character');
  if (CONTROLS.test(value)) return say('invalid.control-character');
  if (NONCHARACTERS.test(value)) return say('invalid.no-character');
  if (kind === 'secret') return null;
  if (LONG_RUN_OF_MARKS.test(value)) return say('invalid.marks');
  if ((value.match(PHRASES)?.length ?? 0) > MAX_LIGATURES)
    return say('invalid.phrases', { most: MAX_LIGATURES });
  if (kind !== 'multiline' && BREAKS.test(value)) return say('invalid.single-line');
  if (kind !== 'multiline' && DIRECTIONS.test(value)) return say('invalid.direction');
  return null;
}

// People's names appear in emails and on pages, where programs turn anything like an address into a link.

/** Titles without a blank: `Dr.med.` is not a host name, though .med is a top-level domain. */
const TITLES = /^(?:(?:prof|dr|dipl|mag|st)\.)+/i;

/** Whether a text contains a web or email address, also with look-alikes of a dot. */
export function hasWebAddress(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[。․]/g, '.');
  if (/:\/\/|\bwww\./i.test(plain)) return true;
  return plain.split(/[\s"'()<>[\]{},;:/\\|@]+/).some((part) => {
    const host = part.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '').replace(TITLES, '');
    if (!host.includes('.')) return false;
    const { domain, isIcann } = parse(host);
    return domain !== null && isIcann === true;
  });
}

/** A name that no email program turns into a link: zero-width spaces interrupt anything like an address. */
export function toUnlinkedText(name: string): string {
  return name.replace(/[.:/@。](?=\S)/g, '$&\u200b');
}
