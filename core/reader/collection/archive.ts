// Reads a repository packed as .tar.gz: its README in any spelling, or a folder of YAML documents.
import { gunzipSync } from 'node:zlib';
import { type Said, say } from '../../kernel/errors.js';

const MOST_UNPACKED = 200 * 1024 * 1024;
const MOST_TEXT = 20 * 1024 * 1024;
const BLOCK = 512;
/** Minimum documents in a folder of data if there is a README, too. */
const LEAST_DOCUMENTS = 20;

interface Entry {
  /** Relative to the archive's top folder. */
  readonly path: string;
  readonly bytes: Buffer;
}

const README = /^readme(?:\.(?:md|markdown|mdx?|mkdn?))?$/i;
/** READMEs in formats that are not supported. */
const OTHERS = { rst: /^readme\.re?st$/i, adoc: /^readme\.a(?:sciido)?c?d?oc$/i };

/** The list in a repository: its text, and a file name that tells its format. */
export async function readArchive(packed: {
  readonly bytes: Buffer;
  readonly folder: string;
}): Promise<{ readonly name: string; readonly text: string } | { readonly failure: Said }> {
  let entries: Entry[];
  try {
    entries = entriesOf(gunzipSync(packed.bytes, { maxOutputLength: MOST_UNPACKED }));
  } catch {
    return { failure: say('error.import-other', { kind: 'gzip' }) };
  }
  const within = packed.folder === '' ? '' : `${packed.folder}/`;
  const files = entries.filter(({ path }) => path.startsWith(within));
  const named = (pattern: RegExp) =>
    files.filter(({ path }) => pattern.test(path.slice(within.length))).toSorted(byPath);
  const readme = named(README).toSorted((one, other) => Number(isPlain(one)) - Number(isPlain(other)))[0];
  const documents = largestFolder(files);
  if (documents.length >= (readme ? LEAST_DOCUMENTS : 1)) {
    const texts = documents.map(({ bytes }) => `${bytes}`.replace(/^\ufeff?---[^\n]*\n/, ''));
    return { name: 'documents.yml', text: texts.join('\n---\n').slice(0, MOST_TEXT) };
  }
  if (readme) return { name: 'README.md', text: `${readme.bytes}` };
  const [kind] = Object.entries(OTHERS).find(([, pattern]) => named(pattern).length > 0) ?? [];
  return { failure: kind ? say('error.import-other', { kind }) : say('error.import-no-list') };
}

const byPath = (one: Entry, other: Entry) => (one.path < other.path ? -1 : 1);
const isPlain = ({ path }: Entry) => !path.includes('.');

/** Whether a document has a name and an address: data of a product, not a program's settings. */
const isProduct = ({ bytes }: Entry) => {
  const text = bytes.toString('utf8', 0, 4_096);
  return /^(?:name|title):/m.test(text) && /^(?:website|website_url|url|homepage|link):/m.test(text);
};

/** The documents of the folder that has the most of them. */
function largestFolder(files: readonly Entry[]): Entry[] {
  const folders = new Map<string, Entry[]>();
  for (const file of files) {
    if (!/\.ya?ml$/i.test(file.path) || !isProduct(file)) continue;
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const documents = folders.get(folder) ?? [];
    documents.push(file);
    folders.set(folder, documents);
  }
  const [largest = []] = [...folders.values()].toSorted((one, other) => other.length - one.length);
  return largest.toSorted(byPath);
}

function entriesOf(tar: Buffer): Entry[] {
  const entries: Entry[] = [];
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const text = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).split('\0', 1)[0] ?? '';
    const size = Math.max(Number.parseInt(text(124, 12), 8) || 0, 0);
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size);
    const [type, prefix] = [text(156, 1), text(345, 155)];
    // In a tar archive, a path of over a hundred characters is in a record before its file.
    if (type === 'x') long = /(?:^|\n)\d+ path=([^\n]*)/.exec(`${bytes}`)?.[1];
    else if (type !== 'g') {
      const path = long ?? (prefix ? `${prefix}/` : '') + text(0, 100);
      long = undefined;
      if (type === '0' || type === '') entries.push({ path: path.slice(path.indexOf('/') + 1), bytes });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}
