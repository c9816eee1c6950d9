// The operator's verdicts on hosts: refuse, hold for a moderator, or pass. An entry covers a host with all
// ports and subdomains, or a page and everything below it; the most specific entry decides. The audit log has
// each reason.
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { HostVerdictModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { pageOf, readProductUrl } from '../addresses/site.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { differences, recordChange } from '../kernel/audit.js';
import { afterCommit } from '../kernel/background.js';
import { check, isUuid } from '../kernel/check.js';
import { notFound } from '../kernel/errors.js';
import { likePattern, MAX_ADMIN_PAGE, newestFirst, presentEach, readPage } from '../kernel/lists.js';
import { enqueue } from '../kernel/queue.js';
import * as s from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { POLICY_CATEGORIES, type PolicyCategory } from './engine/types.js';

export const HOST_VERDICTS = ['refuse', 'hold', 'pass'] as const;

const verdict = s.word(HOST_VERDICTS, {
  description:
    '`refuse`: nothing there is listed; `hold`: a moderator decides first; `pass`: it is exempt from the content policy.',
  examples: ['hold'],
});
const categories = (description: string) =>
  Type.Array(s.word(POLICY_CATEGORIES), { maxItems: POLICY_CATEGORIES.length, description });

export const HostVerdictInput = s.titled('HostVerdictInput', {
  address: s.line(500, {
    description: 'A host, with all its subdomains, or an address on one, with everything below it.',
    examples: ['pharmacy.example.com'],
  }),
  verdict,
  categories: Type.Optional(
    categories('With `pass`: the parts of the policy that it is exempt from; none: all of them.'),
  ),
  reason: s.line(500, {
    description: 'Why: kept in the audit log.',
    examples: ['A registered pharmacy; licence seen on 3 May'],
  }),
});

const HostVerdict = s.titled('HostVerdict', {
  id: s.uuid(),
  address: Type.String({
    description: 'The host without `www.`, and a path.',
    examples: ['pharmacy.example.com'],
  }),
  verdict,
  categories: categories('What it is exempt from; empty: the whole policy.'),
  reason: Type.String(),
  created_at: s.instant(),
});
type HostVerdict = Static<typeof HostVerdict>;

export const HostVerdictQuery = s.titled('HostVerdictQuery', {
  q: s.words('Part of an address or a reason.'),
  verdict: Type.Optional(verdict),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});
export const HostVerdictPage = s.titled('HostVerdictPage', {
  hosts: Type.Array(HostVerdict),
  ...s.pageMembers,
});
export const HostVerdictResult = s.response('HostVerdictResult', {
  host: HostVerdict,
  created: Type.Boolean(),
});
export const RemovedHostVerdict = s.response('RemovedHostVerdict', {
  deleted: Type.Literal(true),
  id: s.uuid(),
});

export type Ruling = Pick<HostVerdict, 'address' | 'verdict' | 'categories'>;

const rulings = prepare<Ruling>(
  'select address, verdict, categories from host_verdicts where address = any($1::text[])',
);

/** The deciding entry of each address, in order, or null. */
export async function rulingsOn(
  websiteUrls: readonly string[],
  trx?: Transaction,
): Promise<(Ruling | null)[]> {
  const candidates = websiteUrls.map(addressesAbove);
  const rows = await rulings([[...new Set(candidates.flat())]], trx);
  const found = new Map(rows.map((row) => [row.address, row]));
  return candidates.map((addresses) => addresses.map((address) => found.get(address)).find(Boolean) ?? null);
}

/** The possible entries for an address, most specific first. */
function addressesAbove(websiteUrl: string): string[] {
  const { host, path } = pageOf(websiteUrl);
  const addresses: string[] = [];
  for (let above = path; above !== ''; above = above.slice(0, Math.max(0, above.lastIndexOf('/'))))
    addresses.push(host + above);
  for (let above = host; above.includes('.'); above = above.slice(above.indexOf('.') + 1))
    addresses.push(above);
  return addresses;
}

/** The policy categories that a site is exempt from. */
export function passedBy(ruling: Ruling | null): readonly PolicyCategory[] {
  if (ruling?.verdict !== 'pass') return [];
  return ruling.categories.length > 0 ? ruling.categories : POLICY_CATEGORIES;
}

/** A digest of the verdicts: when it changes, listings at their hosts are screened again. */
export async function hostsVersion(): Promise<string> {
  const { rows } = await HostVerdictModel.knex().raw<{ rows: [{ version: string | null }] }>(
    `select md5(string_agg(concat_ws(' ', address, verdict, categories::text), ',' order by address)) as version
     from host_verdicts`,
  );
  return rows[0].version ?? '';
}

/** Sets the verdict on a host. @param input `{address, verdict, categories?, reason}` */
export async function setHostVerdict(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { address: typed, verdict, categories = [], reason } = check(HostVerdictInput, input);
  const address = readAddress(typed);
  const fields = { verdict, categories: verdict === 'pass' ? [...new Set(categories)].sort() : [], reason };
  return inTransaction(actor, async (trx) => {
    await trx.raw(`select pg_advisory_xact_lock(hashtext('host-verdicts'))`);
    const existing = await HostVerdictModel.query(trx).findOne({ address });
    const before = existing && present(existing);
    if (before && differences(before, fields) === null) return { host: before, created: false };
    const row = existing
      ? await existing.$query(trx).patchAndFetch(fields)
      : await HostVerdictModel.query(trx).insertAndFetch({ address, ...fields });
    await recordChange(trx, actor, {
      action: 'policy.set-host',
      subject: subjectOf(row),
      before: before ? { verdict: before.verdict, categories: before.categories } : null,
      after: { verdict: row.verdict, categories: row.categories },
      reason,
    });
    afterCommit(trx, () => enqueue('rescreen', { cause: 'hosts' }));
    return { host: present(row), created: !before };
  });
}

function readAddress(typed: string): string {
  const { websiteUrl } = readProductUrl(typed, 'address');
  const { host, path } = pageOf(websiteUrl);
  return host + path;
}

/** Removes an entry; held listings are screened anew. @param named id or address @throws DomainError not_found */
export async function removeHostVerdict(actor: Actor, named: string): Promise<{ deleted: true; id: string }> {
  requireAdmin(actor);
  const where = isUuid(named) ? { id: named } : { address: readAddress(named) };
  return inTransaction(actor, async (trx) => {
    const [row] = await HostVerdictModel.query(trx).delete().where(where).returning('*');
    if (!row) throw notFound('host verdict');
    await recordChange(trx, actor, {
      action: 'policy.remove-host',
      subject: subjectOf(row),
      before: { verdict: row.verdict, categories: row.categories },
      reason: row.reason,
    });
    afterCommit(trx, () => enqueue('rescreen', { cause: 'hosts' }));
    return { deleted: true as const, id: row.id };
  });
}

/** A page of entries, newest first. */
export async function findHostVerdicts(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { q, verdict: only, ...asked } = check(HostVerdictQuery, input);
  const matching = () => {
    const rows = HostVerdictModel.query();
    if (only) rows.where({ verdict: only });
    if (q) rows.whereRaw(`lower(address || ' ' || reason) like ?`, [likePattern(q.toLowerCase())]);
    return rows;
  };
  const { rows, members } = await readPage(asked, matching, newestFirst);
  return { hosts: presentEach(rows, present), ...members };
}

const subjectOf = ({ id, address }: HostVerdictModel) => ({ type: 'policy' as const, id, label: address });

const present = (row: HostVerdictModel): HostVerdict => s.presentRow(HostVerdict, row);
