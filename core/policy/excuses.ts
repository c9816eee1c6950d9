// What takes the sting out of a word: guarding against it, denying it, explaining it.
import { type CompiledRule, THRESHOLD } from './compiled.js';
import { type Found, overlaps, quote, type Reading, sentenceAround } from './findings.js';

const TITLE_FIELDS = new Set(['name', 'tagline']);
const NEGATION_REACH = 90;
const GUARD_BEFORE = 60;
const GUARD_AFTER = 40;

/** What excuses a subject, or null. */
export function excuseFor(
  { policy, findings, ends }: Reading,
  compiled: CompiledRule,
  evidence: readonly Found[],
): string | null {
  const { rule } = compiled;
  const subject = evidence[0] as Found;
  const [from, to] = sentenceAround(ends, subject.from);
  const byTitle = rule.excusedByTitle ?? rule.weight < THRESHOLD;
  // A title about lessons or gardens says nothing of a feature that does not belong there.
  const isAside = subject.piece.field === 'features';
  const kept = policy.kept.flatMap((set) => findings.bySet.get(set) ?? []);
  const holds = (found: Found) =>
    !evidence.some((other) => overlaps(found, other)) &&
    !kept.some((other) => other.from <= found.from && other.to >= found.to);
  for (const set of compiled.unless) {
    for (const found of findings.bySet.get(set) ?? []) {
      const near = found.from > from && found.from <= to;
      const titled =
        byTitle && TITLE_FIELDS.has(found.piece.field) && (!isAside || policy.firm.includes(set));
      if ((near || titled) && holds(found)) return quote(found);
    }
  }
  for (const set of [...compiled.near, policy.guardBefore]) {
    for (const found of findings.bySet.get(set) ?? []) {
      if (found.from <= from || found.from > to || !holds(found)) continue;
      const before = found.to <= subject.from && subject.from - found.to <= GUARD_BEFORE;
      const after =
        set !== policy.guardBefore && found.from >= subject.to && found.from - subject.to <= GUARD_AFTER;
      if (before || after) return quote(found);
    }
  }
  const isCovert = (findings.bySet.get(policy.covert) ?? []).some(
    (found) => found.from > from && found.from <= to,
  );
  for (const found of isCovert ? [] : (findings.bySet.get(policy.guard) ?? [])) {
    if (found.piece.field === 'tagline' && holds(found)) return quote(found);
  }
  for (const set of policy.innocent) {
    for (const found of findings.bySet.get(set) ?? []) {
      if (found.from <= subject.from && found.to >= subject.to) return quote(found);
    }
  }
  for (const found of findings.bySet.get(policy.negation.before) ?? []) {
    const near = found.from > from && found.to <= subject.from && subject.from - found.to <= NEGATION_REACH;
    if (near && holds(found)) return quote(found);
  }
  for (const found of findings.bySet.get(policy.negation.after) ?? []) {
    if (found.from >= subject.to && found.from <= to) return quote(found);
  }
  return null;
}
