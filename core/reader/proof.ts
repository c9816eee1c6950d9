// Reads the published proof of a claim.
import { resolveTexts } from '../addresses/names.js';
import { type Said, say } from '../kernel/errors.js';
import { attributeOf, readHead } from './markup.js';
import { type Egress, guardedRequest, redirectOf, textOf } from './request.js';

const TIME = 8_000;
const NAME_TIME = 5_000;
const FILE_BYTES = 4_096;
/** The head is near the beginning; the rest of a page is not read. */
const PAGE_BYTES = 262_144;
/** Maximum texts of a proof, and their characters. */
const MOST_TEXTS = 200;
const MOST_LENGTH = 400;

interface ProofPlace {
  readonly where: string;
  /** TXT records, the lines of a file, or the contents of the meta tags with this name. */
  readonly as: 'records' | 'lines' | { readonly tags: string };
  readonly agent: string;
}

export type ProofReading =
  | { readonly texts: readonly string[] }
  /** null: to an address that is not read. */
  | { readonly redirect: string | null }
  | { readonly missing: Said };

/** One request. The caller decides about redirects; any failure is a result, not an error. */
export async function readProof(
  { where, as, agent }: ProofPlace,
  egress: Egress = {},
): Promise<ProofReading> {
  try {
    if (as === 'records') return tidied(await resolveTexts(where, NAME_TIME));
    const url = new URL(where);
    const headers = { 'user-agent': agent, accept: 'text/html, text/plain;q=0.9' };
    const bytes = as === 'lines' ? FILE_BYTES : PAGE_BYTES;
    const answer = await guardedRequest(url, { ...egress, method: 'GET', headers, time: TIME, bytes });
    if (answer.status === 200) {
      const text = textOf(answer);
      return tidied(as === 'lines' ? text.split('\n') : await tagsIn(text, as.tags));
    }
    const next = redirectOf(answer, url);
    if (next !== undefined) return { redirect: next?.href ?? null };
    return { missing: say('claim-found.status', { status: answer.status }) };
  } catch (error) {
    // Do not reveal why a site is unreachable: the reason may concern the internal network.
    const isNoRecord = ['ENODATA', 'ENOTFOUND'].includes((error as { code?: string }).code ?? '');
    return {
      missing: say(as === 'records' && isNoRecord ? 'claim-found.no-record' : 'claim-found.unreachable'),
    };
  }
}

const tidied = (texts: readonly string[]) => ({
  texts: texts
    .slice(0, MOST_TEXTS)
    .map((text) => text.trim().slice(0, MOST_LENGTH))
    .filter(Boolean),
});

async function tagsIn(html: string, name: string): Promise<string[]> {
  const found: string[] = [];
  await readHead(html, (piece) => {
    if (piece.kind === 'start' && piece.name === 'meta' && attributeOf(piece.attributes, 'name') === name)
      found.push(attributeOf(piece.attributes, 'content') ?? '');
  });
  return found;
}
