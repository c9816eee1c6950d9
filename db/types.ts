// Parsers of database values: pg's own parsers of times and lists read character by character, and half the values of a
// listing are such.
import pg from 'pg';

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
/** text[], which pg's list of types lacks. */
const TEXT_ARRAY = 1009;

const anyTime: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ);
const anyArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY as never);

/** For the years 0 to 9999, in UTC, which sessions of most servers use. */
const PLAIN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** @param text as PostgreSQL writes a timestamptz: `2026-01-02 03:04:05.678901+00` */
export function parseTime(text: string): Date {
  if (!PLAIN_TIME.test(text)) return anyTime(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** The members of a one-dimensional list: quoted, or unquoted if they have none of its special characters. */
const MEMBER = /"((?:[^"\\]|\\.)*)"|[^,{}"]+/gs;

/** @param text as PostgreSQL writes a text[]: `{ai,"works offline",NULL}` */
export function parseTexts(text: string): (string | null)[] {
  if (text === '{}') return [];
  if (text[0] !== '{' || text[1] === '{') return anyArray(text);
  if (!text.includes('"')) return text.slice(1, -1).split(',').map(toMember);
  const members: (string | null)[] = [];
  for (const [whole, quoted] of text.matchAll(MEMBER)) {
    if (quoted === undefined) members.push(toMember(whole));
    else members.push(quoted.includes('\\') ? quoted.replace(/\\(.)/gs, '$1') : quoted);
  }
  return members;
}

const toMember = (text: string) => (text === 'NULL' ? null : text);

/** Installs them for all connections of the process. */
export function setTypeParsers(): void {
  // Counts and sums arrive as bigint; none of ours exceeds 2^53.
  pg.types.setTypeParser(INT8, Number);
  pg.types.setTypeParser(TIMESTAMPTZ, parseTime);
  pg.types.setTypeParser(TEXT_ARRAY as never, parseTexts);
}
