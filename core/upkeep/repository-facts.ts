// Facts from a listing's repository, read with the check of its website (link-checks.ts).
import type { Transaction } from 'objection';
import { ListingModel, RepositoryReadingModel } from '../../db/models/listings.js';
import { repositoryOf } from '../addresses/site.js';
import { systemActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { say } from '../kernel/errors.js';
import { orLogged } from '../kernel/log.js';
import { own } from '../kernel/own.js';
import { type Facts, type FactValue, knownSpelling, termOf } from '../listings/facts.js';
import { reportFinding } from '../listings/report-outcomes.js';
import { type RepositoryPlace, type RepositoryReading, read } from '../reader/reader.js';
import type { FactDefinition } from '../settings/fact-schema.js';
import { findFact, isChoice, isOpen } from '../settings/facts.js';
import { addFactsOnce } from '../settings/manage.js';

/** Facts added by the first reading; `license` is a standard fact. */
const FACTS: readonly FactDefinition[] = [
  { key: 'stars', type: 'number' },
  ...['last_commit', 'last_release'].map((key) => ({ key, type: 'date' as const })),
  { key: 'archived', type: 'yes_no', filter: true },
];

const LATEST = '/releases/latest';
/** By forge: its API, and the paths of the repository, commits (null: the repository has the date) and releases. */
export const FORGES = {
  'github.com': ['https://api.github.com/repos/', '', null, LATEST],
  'gitlab.com': [
    'https://gitlab.com/api/v4/projects/',
    ...['?license=true', '/repository/commits?per_page=1', '/releases?per_page=1'],
  ],
  'codeberg.org': ['https://codeberg.org/api/v1/repos/', '', '/commits?limit=1&stat=false', LATEST],
};

/** When a forge that requested a pause may be asked again: after an hour. */
const pausedUntil = new Map<string, number>();

/** Repositories by listing id, from the fact `source_code` or else the website. */
export async function repositoriesOf(ids: readonly string[]): Promise<Map<string, RepositoryPlace>> {
  if (!config.repositoryFacts) return new Map();
  const { githubToken, gitlabToken, codebergToken } = config;
  const tokens = { 'github.com': githubToken, 'gitlab.com': gitlabToken, 'codeberg.org': codebergToken };
  const listings = await ListingModel.query().findByIds([...ids]);
  const readings = await RepositoryReadingModel.query().findByIds([...ids]);
  return new Map(
    listings.flatMap(({ id, websiteUrl, facts }) => {
      const found = repositoryOf(String(own(facts, 'source_code'))) ?? repositoryOf(websiteUrl);
      if (!found || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(found.path)) return [];
      const { forge, path } = found;
      const [api, query, commits, releases] = own(FORGES, forge) ?? [];
      const address = `${api}${forge === 'gitlab.com' ? encodeURIComponent(path) : path}`;
      const repository = `${forge}/${path}`;
      const last = readings.find((row) => row.listingId === id && row.repository === repository);
      const asked = [address + query, commits ? address + commits : null, address + releases] as const;
      const token = own(tokens, forge) ?? null;
      return [[id, { repository, asked, token, etag: last?.etag ?? null }] as const];
    }),
  );
}

export async function askRepository(place: RepositoryPlace, signal: AbortSignal | undefined) {
  const { host } = new URL(place.asked[0]);
  if (Date.now() < (pausedUntil.get(host) ?? 0)) return null;
  const reading = await orLogged(read('repository', place, { signal }), 'a repository could not be read');
  if (reading === 'limited') pausedUntil.set(host, Date.now() + 3_600_000);
  if (reading === 'limited' || reading === null) return null;
  await addFactsOnce(RepositoryReadingModel, FACTS);
  return reading;
}

/** Stores a reading, and reports a newly archived repository. @returns facts to write, without the owner's */
export async function settleRepository(trx: Transaction, listing: ListingModel, reading: RepositoryReading) {
  const { repository, etag, facts } = reading;
  const archived = facts.archived === true;
  const last = await RepositoryReadingModel.query(trx).findById(listing.id);
  const written = last?.facts ?? {};
  const isOurs = (key: string) => termsOf(own(listing.facts as Facts, key)) === termsOf(own(written, key));
  const change = Object.entries(facts).filter(([key, value]) => isWritable(key, value) && isOurs(key));
  const listingId = listing.id;
  const kept = { ...written, ...Object.fromEntries(change) };
  await RepositoryReadingModel.query(trx)
    .insert({ listingId, repository, etag, archived, facts: kept, readAt: new Date() })
    .onConflict('listing_id')
    .merge();
  if (archived && !(last?.archived && last.repository === repository)) {
    const said = say('console.review.repository-archived', { repository });
    await reportFinding(trx, systemActor('job'), listing, { by: 'archived repository', said });
  }
  return Object.fromEntries(change);
}

/** An operator may have defined a fact with this key differently, or not at all. */
function isWritable(key: string, value: FactValue | null): boolean {
  const fact = findFact(key);
  if (!fact || key !== 'license') return FACTS.some((ours) => ours.key === key && ours.type === fact?.type);
  return isChoice(fact) && (value === null || isOpen(fact) || knownSpelling(fact, `${value}`) !== undefined);
}

const termsOf = (value: FactValue | null | undefined) => [value ?? []].flat().map(termOf).join(' ');
