// The imported list of hosts for admins: reading and changing it. Listings are rescreened after every change.
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { AuditEntryModel } from '../../db/models/desk.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { afterCommit } from '../kernel/background.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { fieldError, notFound, say } from '../kernel/errors.js';
import { enqueue } from '../kernel/queue.js';
import { nullableInstant, optionalText, titled, warnings, word, words } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { countHosts, dropHost, hostsChangedAt, listedHost, parseHosts, storeHosts } from './hosts.js';

export const HostListQuery = titled('HostListQuery', {
  q: words('A host or an address: is it listed, or below a listed one?'),
});

const nullableText = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const HostList = titled('HostList', {
  count: Type.Integer(),
  verdict: word(['flag', 'refuse'], { description: 'What becomes of listings there: POLICY_HOSTS.' }),
  source: nullableText('Where the last import was from, in the words of who imported it.'),
  imported_by: nullableText('Email of who did, as far as it is known.'),
  changed_at: nullableInstant(),
  listed_host: nullableText('With q: the listed host at or above it; null when there is none.'),
  warnings,
});

const hostListOf = (maxLength: number) =>
  titled('HostListImport', {
    text: Type.String({
      minLength: 1,
      maxLength,
      'x-text': 'multiline',
      description: 'A file in hosts format, or of a host a line. It replaces the list.',
      examples: ['0.0.0.0 bad.example.com\nworse.example.org'],
    }),
    source: Type.Optional(optionalText(200, { description: 'Where it is from.' })),
  });

/** Over HTTP: a body has at most 1 MiB (C3). */
export const HostListImport = hostListOf(1024 * 1024);
/** From a file: two million hosts. */
const HostListFile = hostListOf(64 * 1024 * 1024);

const count = Type.Integer({ description: 'Hosts listed now.' });
export const HostListImported = titled('HostListImported', {
  count,
  skipped: Type.Integer({ description: 'Entries that are no hosts.' }),
  warnings,
});
export const HostListRemoval = titled('HostListRemoval', { removed: Type.Integer(), count, warnings });

/**
 * How many hosts are on the list, the effect on listings there, and whether one address is among them: the list
 * contains hashes, so it cannot be shown.
 * @param input `{q?}`: a host or an address
 * @throws DomainError unauthorized, forbidden, validation_error
 */
export async function readHostList(actor: Actor, input: unknown = {}): Promise<Static<typeof HostList>> {
  requireAdmin(actor);
  const { q } = check(HostListQuery, input);
  const imported = await AuditEntryModel.query()
    .where({ action: 'policy.import-hosts' })
    .orderBy('id', 'desc')
    .first();
  return {
    count: countHosts(config.dataDir),
    verdict: config.policyHosts,
    source: imported?.reason ?? null,
    imported_by: imported?.actorEmail ?? null,
    changed_at: hostsChangedAt(config.dataDir)?.toISOString() ?? null,
    listed_host: q ? listedHost(config.dataDir, addressOf(q)) : null,
  };
}

/** A bare host is an address, too. */
const addressOf = (typed: string) => (typed.includes('://') ? typed : `https://${typed}`);

/**
 * Replaces the list of this instance.
 * @param input `{text, source?}`: a file in hosts format, or with one host a line; where it is from
 * @throws DomainError unauthorized, forbidden, validation_error (also if the text has no host at all)
 */
export async function importHosts(actor: Actor, input: unknown): Promise<Static<typeof HostListImported>> {
  requireAdmin(actor);
  const { text, source = null } = check(HostListFile, input);
  const { hosts, skipped } = parseHosts(text);
  if (hosts.length === 0) throw fieldError('text', say('invalid.no-host'));
  await changeList(actor, async (trx) => {
    await recordChange(trx, actor, {
      action: 'policy.import-hosts',
      subject: SUBJECT,
      before: { hosts: countHosts(config.dataDir) },
      after: { hosts: hosts.length },
      reason: source,
    });
    storeHosts(config.dataDir, hosts);
  });
  return { count: hosts.length, skipped };
}

/**
 * Removes one host from the list, or the whole list.
 * @param address a host, or an address on one; without it, the whole list is removed
 * @throws DomainError unauthorized, forbidden, not_found (the host is not on the list, or the list is empty)
 */
export async function removeHosts(actor: Actor, address: string | null = null) {
  requireAdmin(actor);
  return changeList(actor, async (trx) => {
    const before = countHosts(config.dataDir);
    const host = address === null ? null : listedHost(config.dataDir, addressOf(address));
    if (before === 0 || (address !== null && host === null)) throw notFound('listed host');
    const after = host === null ? 0 : before - 1;
    await recordChange(trx, actor, {
      action: 'policy.remove-hosts',
      subject: host === null ? SUBJECT : { ...SUBJECT, label: host },
      before: { hosts: before },
      after: { hosts: after },
    });
    if (host === null) storeHosts(config.dataDir, []);
    else dropHost(config.dataDir, host);
    return { removed: before - after, count: after };
  });
}

const SUBJECT = { type: 'policy' as const, id: 'hosts', label: 'the list of hosts' };

/** One change at a time; the file is written last, so that it does not change without its audit entry. */
function changeList<T>(actor: Actor, change: (trx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(actor, async (trx) => {
    await trx.raw(`select pg_advisory_xact_lock(hashtext('policy-hosts'))`);
    const result = await change(trx);
    afterCommit(trx, () => enqueue('rescreen', { cause: 'hosts' }));
    return result;
  });
}
