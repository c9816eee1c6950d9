// Takedowns: rejections that outlive the listing and its owner (C5). Created when a listing is rejected, kept
// when the listing or account is deleted, lifted only by staff.
import type { Transaction } from 'objection';
import { TakedownModel } from '../../db/models/desk.js';
import type { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { repositoryAt } from '../addresses/products.js';
import { pageOf, URL_KEY_VERSION } from '../addresses/site.js';
import { type Actor, may } from '../kernel/actor.js';
import { DomainError, fieldError, invalidField, type Said, say } from '../kernel/errors.js';
import { isShared } from './search-document.js';

/** A page and everything below it; its repository; or its host with all ports and subdomains. */
export const TAKEDOWN_SCOPES = ['page', 'repository', 'host'] as const;
export type TakedownScope = (typeof TAKEDOWN_SCOPES)[number];

interface Scope {
  readonly scope: TakedownScope;
  /** What the scope covers, in words. */
  readonly covers: string;
  readonly path: string;
  readonly variant: string;
}

/** The scopes to choose from, with what each covers; the first is the default. */
export function scopesOf(websiteUrl: string): Scope[] {
  const { host, path, variant } = pageOf(websiteUrl);
  const page = host + path;
  const repository = repositoryAt(page) ?? page;
  const whole = { path: repository.slice(host.length), variant: '' };
  return [
    { scope: 'page', covers: page + variant, path, variant },
    ...(repository === page ? [] : [{ scope: 'repository' as const, covers: repository, ...whole }]),
    ...(isShared(host) ? [] : [{ scope: 'host' as const, covers: `*.${host}`, path: '', variant: '' }]),
  ];
}

/** @throws DomainError validation_error for a scope that the address does not have */
export async function takeDown(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  reason: string | null,
  scope: TakedownScope = 'page',
): Promise<void> {
  const chosen = scopesOf(row.websiteUrl).find((one) => one.scope === scope);
  if (!chosen) throw fieldError('scope', say('error.takedown-scope', { scope }));
  const { path, variant } = chosen;
  const by = actor.kind === 'user' ? actor.account : actor.kind === 'system' ? actor.onBehalfOf : null;
  const why = { reason, takenDownBy: by?.id ?? null, takenDownByEmail: by?.email ?? null };
  await TakedownModel.query(trx)
    .insert({
      host: pageOf(row.websiteUrl).host,
      path,
      variant,
      isWholeHost: scope === 'host',
      urlKey: row.urlKey,
      urlKeyVersion: URL_KEY_VERSION,
      websiteUrl: row.websiteUrl,
      listingId: row.id,
      listingName: row.name,
      ...why,
    })
    .onConflict(['listing_id', 'host', 'path', 'variant'])
    .merge({ ...why, isWholeHost: scope === 'host', createdAt: new Date() });
}

/** Lifts the takedown of a restored listing's current page. Its earlier pages stay taken down. */
export async function liftOwnTakedown(trx: Transaction, row: ListingModel): Promise<void> {
  const scopes = scopesOf(row.websiteUrl).filter(({ scope }) => scope !== 'host');
  const paths = scopes.map(({ path }) => path);
  await TakedownModel.query(trx)
    .delete()
    .where({ listing_id: row.id, host: pageOf(row.websiteUrl).host })
    .where((its) => its.whereIn('path', paths).orWhere({ is_whole_host: true }));
}

/** `refused`: the page, one above it or its host was taken down. `held`: a variant of them, or the front page, was. */
export interface Standing {
  readonly verdict: 'refused' | 'held' | 'free';
  readonly reason: string | null;
}

/** Maximum segments of a path that takedowns compare: deeper ones are ignored. */
const MAX_DEPTH = 32;

/** A path and those above it, the front page (`''`) first. */
function pathsAbove(path: string): string[] {
  const segments = path.split('/').slice(1, MAX_DEPTH + 1);
  return ['', ...segments.map((_, n) => `/${segments.slice(0, n + 1).join('/')}`)];
}

export function hostsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'));
}

const standings = prepare<{ n: number; isRefused: boolean; reason: string | null }>(
  `select distinct on (n) n, "isRefused", reason
   from jsonb_to_recordset($1::jsonb)
       as page (n int, host text, path text, variant text, hosts text[], paths text[]),
     lateral (
       select true as "isRefused", reason from takedowns
         where is_whole_host and host = any (page.hosts) and listing_id is distinct from $2::uuid
       union all
       select case when path = page.path then variant = page.variant else path <> '' and variant = '' end, reason
         from takedowns
         where host = page.host and path = any (page.paths) and listing_id is distinct from $2::uuid
     ) as found
   order by n, "isRefused" desc`,
);

/** Whether these pages may be listed, in order: refused if taken down, held near a takedown.
 * @param listingId a listing whose own takedown is ignored */
export async function standingsOf(
  trx: Transaction | undefined,
  websiteUrls: readonly string[],
  listingId: string | null = null,
): Promise<Standing[]> {
  const pages = websiteUrls.flatMap((websiteUrl, n) =>
    (websiteUrl.includes('..') || websiteUrl.includes('%') ? [true, false] : [true]).map((climbs) => {
      const page = pageOf(websiteUrl, climbs);
      return { n, ...page, hosts: hostsAbove(page.host), paths: pathsAbove(page.path) };
    }),
  );
  const found = new Map(
    (await standings([JSON.stringify(pages), listingId], trx)).map((row) => [row.n, row]),
  );
  return websiteUrls.map((_, n) => {
    const row = found.get(n);
    if (!row) return { verdict: 'free', reason: null };
    return { verdict: row.isRefused ? 'refused' : 'held', reason: row.reason };
  });
}

export async function standingOf(
  trx: Transaction | undefined,
  websiteUrl: string,
  listingId: string | null = null,
): Promise<Standing> {
  const [standing = { verdict: 'free', reason: null }] = await standingsOf(trx, [websiteUrl], listingId);
  return standing;
}

/** The error for a page that was taken down; staff read why. */
export function takenDown(actor: Actor, { reason }: Standing): DomainError {
  const known = may(actor, 'listings');
  return siteRefused(
    known ? say('error.taken-down-why', { reason: reason ?? '–' }) : say('error.taken-down-page'),
  );
}

/** Another owner's listing has this product (C5). */
export const websiteTaken = (): DomainError => siteRefused(say('error.website-taken'));

function siteRefused(error: Said): DomainError {
  return new DomainError('website_url_taken', error, {
    field: 'website_url',
    errors: [invalidField({ field: 'website_url', path: '/website_url', code: 'taken' }, error)],
  });
}
