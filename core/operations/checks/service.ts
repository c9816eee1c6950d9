// Checks of the database and its content: queue, emails, search, admins.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { DatabaseError } from '../../../db/connection.js';
import { checkDatabase } from '../../../db/health.js';
import { migrationStatus } from '../../../db/migrate.js';
import { findNamedUsers, findUsers } from '../../accounts/users.js';
import type { Actor } from '../../kernel/actor.js';
import type { Config } from '../../kernel/config.js';
import { checkQueue, countJobs } from '../../kernel/queue.js';
import { countStale } from '../../search/reindex.js';
import { countMails } from '../mails.js';
import { type Check, MEGABYTE, type Say } from './check.js';

/** Above this share of the server's connections, too few are left for a burst. */
const CONNECTIONS_HIGH = 0.8;

export async function checkDatabaseState(t: Say, knex: Knex): Promise<Check> {
  const name = 'database';
  const status = await migrationStatus(knex).catch((error: Error) => error);
  if (status instanceof DatabaseError) return { name, verdict: 'broken', finding: status.message };
  if (status instanceof Error) throw status;
  const { pending, unknown, applied } = status;
  const health = await checkDatabase(knex);
  const { version, bytes, connections, missingIndexes, invalidIndexes } = health;
  const megabytes = Math.ceil(bytes / MEGABYTE);
  const finding = t('check.database.size', { version, megabytes, ...connections });
  const report = (verdict: Check['verdict'], problem: string, advice: string): Check => ({
    name,
    verdict,
    finding: `${finding}\n${problem}`,
    advice,
  });
  if (unknown.length > 0) {
    const problem = t('check.database.newer', { migrations: unknown.join(', ') });
    return report('broken', problem, t('check.database.newer-advice'));
  }
  if (pending.length > 0) {
    const counts = { pending: pending.length, all: applied.length + pending.length };
    return report('broken', t('check.database.pending', counts), t('check.database.pending-advice'));
  }
  const bad = [
    ...missingIndexes.map((index) => t('check.database.index-missing', { index })),
    ...invalidIndexes.map((index) => t('check.database.index-invalid', { index })),
  ];
  if (bad.length > 0) return report('attention', bad.join('\n'), t('check.database.index-advice'));
  if (connections.used > connections.allowed * CONNECTIONS_HIGH) {
    return report('attention', t('check.database.connections'), t('check.database.connections-advice'));
  }
  return { name, verdict: 'ok', finding: `${finding}\n${t('check.database.complete')}` };
}

/** The maximum connections of a web process: its pool, the queue, notifications, the breaker. */
const CONNECTIONS_EACH = 16;

export async function checkWorkers(t: Say, { workers }: Config, knex: Knex): Promise<Check> {
  const name = 'workers';
  const finding = t('check.workers.count', { workers, cores: availableParallelism() });
  const { allowed } = (await checkDatabase(knex)).connections;
  const wanted = workers * CONNECTIONS_EACH;
  if (wanted <= allowed) return { name, verdict: 'ok', finding };
  const problem = t('check.workers.too-many', { wanted, allowed });
  return { name, verdict: 'attention', finding: `${finding}\n${problem}`, advice: t('check.workers.advice') };
}

/** @param opening why the queue could not be opened, if it could not */
export async function checkQueueState(t: Say, { mongodbUrl }: Config, opening?: Error): Promise<Check> {
  const name = 'queue';
  const store = mongodbUrl === null ? 'PostgreSQL' : 'MongoDB';
  try {
    if (opening) throw opening;
    await checkQueue();
    const counts = await countJobs();
    const finding = t('check.queue.counts', { store, ...counts });
    if (counts.failed === 0) return { name, verdict: 'ok', finding };
    return { name, verdict: 'attention', finding, advice: t('check.queue.failed-advice') };
  } catch (error) {
    const finding = t('check.queue.silent', { store, reason: (error as Error).message });
    return { name, verdict: 'broken', finding, advice: t('check.queue.silent-advice') };
  }
}

export async function checkMailQueue(t: Say): Promise<Check> {
  const name = 'mail queue';
  const { waiting, retried, failed, last_error: reason } = await countMails();
  const finding = t('check.mail-queue.counts', { waiting, retried, failed });
  if (retried + failed === 0) return { name, verdict: 'ok', finding };
  const last = t('check.mail-queue.last-error', { reason: reason ?? '' });
  return {
    name,
    verdict: 'attention',
    finding: `${finding}\n${last}`,
    advice: t('check.mail-queue.advice'),
  };
}

export async function checkSearchRows(t: Say, config: Config): Promise<Check> {
  const name = 'search';
  const file = join(config.dataDir, 'synonyms.txt');
  if (existsSync(file)) {
    const finding = t('check.search.synonyms', { file });
    return { name, verdict: 'attention', finding, advice: t('check.search.synonyms-advice', { file }) };
  }
  const { total, stale } = await countStale();
  if (stale === 0) return { name, verdict: 'ok', finding: t('check.search.fresh', { total }) };
  const finding = t('check.search.stale', { stale, total });
  return { name, verdict: 'attention', finding, advice: t('check.search.advice') };
}

/** @throws DomainError unauthorized, forbidden */
export async function checkAdmins(t: Say, config: Config, actor: Actor): Promise<Check> {
  const { adminEmails, requireEmailVerification, smtpUrl, production } = config;
  const name = 'admins';
  const { total } = await findUsers(actor, { role: 'admin', limit: 1 });
  const accounts = await findNamedUsers(actor, adminEmails);
  const waiting = adminEmails.filter((email) => accounts.get(email)?.role === 'user');
  const nobody = adminEmails.filter((email) => !accounts.has(email));
  const finding = t('check.admins.count', { total, listed: adminEmails.length });
  if (nobody.length > 0) {
    const who = { emails: nobody.join(', ') };
    return {
      name,
      verdict: 'attention',
      finding: `${finding}\n${t('check.admins.nobody', who)}`,
      advice: t('check.admins.nobody-advice', who),
    };
  }
  if (total === 0 && waiting.length === 0) {
    return { name, verdict: 'attention', finding, advice: t('check.admins.none-advice') };
  }
  if (waiting.length > 0) {
    const advice = t('check.admins.waiting-advice', { emails: waiting.join(', ') });
    return { name, verdict: total === 0 ? 'attention' : 'ok', finding, advice };
  }
  if (adminEmails.length > 0 && production && !requireEmailVerification && smtpUrl === null) {
    return { name, verdict: 'attention', finding, advice: t('check.admins.unproven-advice') };
  }
  return { name, verdict: 'ok', finding };
}
