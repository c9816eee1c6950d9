// Turns texts of earlier imports into facts: `Platform: Docker` among the features, and `Topics: Games,
// Wikis.` at the end of a description.
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { DomainError } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { inTransaction } from '../kernel/transaction.js';
import { readPatch } from '../listings/content.js';
import { termOf } from '../listings/facts.js';
import { lockListing } from '../listings/rights.js';
import { AdminListingPatch } from '../listings/schema.js';
import { changeListing } from '../listings/submit.js';
import { MAX_FACT_VALUE } from '../settings/fact-schema.js';
import { findFact, isChoice } from '../settings/facts.js';

/** `License: MIT`, `Source code: https://…` */
const LINE =
  /^(?:(?<platform>platforms?)|(?<license>licen[cs]es?)|(?<source_code>source(?: code)?|repository)) ?: ?(?<value>.+)$/iu;
const TOPICS = /(?:^|\s)Topics: ([^\n]{2,1000}?)\.?$/u;
const MAX_VALUES = 20;

type Texts = Pick<ListingModel, 'description' | 'features' | 'facts'>;

/** The facts in a listing's texts, and the texts without them; null if the texts have none that can be stored. */
function factsInTexts({ description, features, facts }: Texts) {
  const found = new Map<string, string[]>();
  /** @returns whether the fact is defined and has room for the values */
  const take = (key: string, values: readonly string[]): boolean => {
    const fact = findFact(key);
    const has = [own(facts, key) ?? []].flat().map(String);
    const known = [...has, ...(found.get(key) ?? [])];
    const isLink = fact?.type === 'link' && values.every((one) => /^https?:\/\//i.test(one));
    const isListed =
      fact !== undefined && isChoice(fact) && values.every((one) => one.length <= MAX_FACT_VALUE);
    const most = fact?.type === 'choices' ? MAX_VALUES : 1;
    const fresh = values.filter((one) => !known.some((other) => termOf(other) === termOf(one)));
    if (!(isLink || isListed) || known.length + fresh.length > most) return false;
    if (fresh.length > 0) found.set(key, [...(found.get(key) ?? []), ...fresh]);
    return true;
  };
  const kept = (features ?? []).filter((feature) => {
    const { value = '', ...kinds } = LINE.exec(feature)?.groups ?? {};
    const key = Object.keys(kinds).find((kind) => own(kinds, kind) !== undefined);
    return key === undefined || !take(key, key === 'source_code' ? [value.trim()] : partsOf(value));
  });
  const topics = TOPICS.exec(description ?? '')?.[1];
  const areTopics = topics !== undefined && take('topics', partsOf(topics));
  if (!areTopics && kept.length === (features?.length ?? 0)) return null;
  return {
    facts: Object.fromEntries(
      [...found].map(([key, values]) => {
        const has = [own(facts, key) ?? []].flat().map(String);
        return [key, findFact(key)?.type === 'choices' ? [...has, ...values] : (values[0] ?? '')];
      }),
    ),
    features: kept.length > 0 ? kept : null,
    description: areTopics ? (description ?? '').replace(TOPICS, '').trim() || null : description,
  };
}

const partsOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);

const BATCH = 200;

export type Adoption = Awaited<ReturnType<typeof adoptFacts>>;

/** Turns texts into facts, one listing per transaction; can be repeated after an abort. @param isDryRun only counts */
export async function adoptFacts(actor: Actor, isDryRun: boolean, signal?: AbortSignal) {
  requireAdmin(actor);
  const counts = new Map<string, number>();
  const failed: { slug: string; error: string }[] = [];
  let listings = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  while (!signal?.aborted) {
    const rows = await ListingModel.query().where('id', '>', after).orderBy('id').limit(BATCH);
    for (const row of rows) {
      const adopted = factsInTexts(row);
      if (!adopted || signal?.aborted) continue;
      try {
        if (!isDryRun) await adopt(actor, row.slug);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        failed.push({ slug: row.slug, error: error.message });
        continue;
      }
      listings += 1;
      for (const key of Object.keys(adopted.facts)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  return { listings, facts: Object.fromEntries(counts) as Record<string, number>, failed };
}

const adopt = (actor: Actor, slug: string) =>
  inTransaction(actor, async (trx) => {
    const row = await lockListing(trx, actor, slug);
    const adopted = factsInTexts(row);
    if (adopted) await changeListing(trx, actor, row, readPatch(adopted, AdminListingPatch));
  });
