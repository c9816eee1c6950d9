// Refusals quote the typed text, while the stored text, in normal form, is screened.

/** A character with everything that composes with it: marks, and the vowels and finals of Hangul. */
const CLUSTER = /[^\p{M}\u1160-\u11ff\ud7b0-\ud7fb]?[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]*/gu;

/** The part of `typed` that became `matched` when it was stored (trimmed, NFC); in linear time. */
export function quoteTyped(typed: string, stored: string, matched: string): string {
  if (typed.includes(matched)) return matched;
  const added = stored.length - typed.normalize('NFC').trim().length;
  const lead = typed.length - typed.trimStart().length;
  const start = stored.indexOf(matched) - Math.max(0, added) + lead;
  const end = start + matched.length;
  let at = 0;
  let from = -1;
  let to = typed.length;
  for (const { 0: cluster, index } of typed.matchAll(CLUSTER)) {
    if (cluster === '') break;
    const next = at + cluster.normalize('NFC').length;
    if (from < 0 && next > start) from = index;
    if (next >= end) {
      to = index + cluster.length;
      break;
    }
    at = next;
  }
  const piece = typed.slice(Math.max(0, from), to);
  return piece.normalize('NFC').includes(matched) ? piece : typed.trim();
}
