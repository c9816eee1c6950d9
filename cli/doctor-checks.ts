// The single checks of directory-admin doctor: finding, severity, advice.
import { availableParallelism } from 'node:os';
import { findNamedUsers, findUsers } from '../core/accounts/users.js';
import { systemActor } from '../core/kernel/actor.js';
import type { Config } from '../core/kernel/config.js';
import { checkMail } from '../core/kernel/mail.js';
import { checkQueue, closeQueue, countJobs, openQueue } from '../core/kernel/queue.js';
import { countMails } from '../core/operations/mails.js';
import { countStale } from '../core/search/reindex.js';
import { DatabaseError } from '../db/connection.js';
import { checkDatabase } from '../db/health.js';
import { migrationStatus } from '../db/migrate.js';
import type { Database } from '../db/open.js';
import { count, groupDigits } from './text.js';

export interface Check {
  readonly name: string;
  readonly verdict: 'ok' | 'attention' | 'broken';
  readonly finding: string;
  /** The advice; absent when all is well. */
  readonly advice?: string;
}

export type FindBrowser = () => Promise<{ executablePath: string; source: string } | null>;

const MEGABYTE = 1024 * 1024;
/** Above this share of the server's connections, too few are left for a burst. */
const CONNECTIONS_HIGH = 0.8;

export async function checkDatabaseState({ knex }: Database): Promise<Check> {
  const name = 'database';
  const status = await migrationStatus(knex).catch((error: Error) => error);
  if (status instanceof DatabaseError) return { name, verdict: 'broken', finding: status.message };
  if (status instanceof Error) throw status;
  const { pending, unknown, applied } = status;
  const health = await checkDatabase(knex);
  const { version, bytes, connections, missingIndexes, invalidIndexes } = health;
  const size = `${groupDigits(Math.ceil(bytes / MEGABYTE))} MB`;
  const finding = `PostgreSQL ${version}, ${size}, ${connections.used} of ${connections.allowed} connections`;
  const told = (verdict: Check['verdict'], what: string, advice: string): Check => ({
    name,
    verdict,
    finding: `${finding}\n${what}`,
    advice,
  });
  if (unknown.length > 0) {
    const what = `a newer release has migrated it (${unknown.join(', ')})`;
    return told('broken', what, 'Run that release, or roll back with it: directory-admin db rollback.');
  }
  if (pending.length > 0) {
    const what = `${count(pending.length, 'migration')} of ${applied.length + pending.length} to run`;
    return told('broken', what, 'Run directory-admin db migrate, or start the server.');
  }
  const bad = [
    ...missingIndexes.map((index) => `${index} is missing`),
    ...invalidIndexes.map((index) => `${index} is invalid`),
  ];
  if (bad.length > 0) {
    return told(
      'attention',
      bad.join('\n'),
      'Searches get slow: make them again as the migrations do, or REINDEX.',
    );
  }
  if (connections.used > connections.allowed * CONNECTIONS_HIGH) {
    return told('attention', 'most connections are taken', 'Raise max_connections, or run fewer processes.');
  }
  return { name, verdict: 'ok', finding: `${finding}, schema and indexes complete` };
}

/** The maximum connections of a web process: its pool, the queue, notifications, the breaker. */
const CONNECTIONS_EACH = 16;

export async function checkWorkers({ workers }: Config, { knex }: Database): Promise<Check> {
  const name = 'workers';
  const finding = `${count(workers, 'web process', 'web processes')} on the port, ${count(availableParallelism(), 'core')} here`;
  const { allowed } = (await checkDatabase(knex)).connections;
  const told = (what: string, advice: string): Check => ({
    name,
    verdict: 'attention',
    finding: `${finding}\n${what}`,
    advice,
  });
  if (workers * CONNECTIONS_EACH > allowed) {
    return told(
      `they may want ${workers * CONNECTIONS_EACH} connections, and the database allows ${allowed}`,
      'Raise max_connections, lower WORKERS, or use a pooler.',
    );
  }
  return { name, verdict: 'ok', finding };
}

export async function checkQueueState({ mongodbUrl }: Config, { url }: Database): Promise<Check> {
  const name = 'queue';
  const store = mongodbUrl === null ? 'PostgreSQL' : 'MongoDB';
  try {
    await openQueue(url);
    await checkQueue();
    const { queued, running, failed } = await countJobs();
    const finding = `in ${store}: ${queued} queued, ${running} running, ${failed} failed`;
    if (failed === 0) return { name, verdict: 'ok', finding };
    const advice = 'directory-admin jobs list --state failed tells why; jobs retry tries again.';
    return { name, verdict: 'attention', finding, advice };
  } catch (error) {
    const finding = `the job store (${store}) does not answer: ${(error as Error).message}`;
    return { name, verdict: 'broken', finding, advice: 'Start it, or correct MONGODB_URL.' };
  } finally {
    await closeQueue();
  }
}

export async function checkMailQueue(): Promise<Check> {
  const name = 'mail queue';
  const { waiting, retried, failed, last_error: reason } = await countMails();
  const finding = `${count(waiting, 'email')} waiting, ${retried} of them refused so far, ${failed} abandoned`;
  if (retried + failed === 0) return { name, verdict: 'ok', finding };
  const advice = 'directory-admin jobs list shows them; jobs retry --all tries those given up again.';
  return { name, verdict: 'attention', finding: `${finding}; the last was: ${reason}`, advice };
}

export async function checkSearchRows(): Promise<Check> {
  const name = 'search';
  const { total, stale } = await countStale();
  if (stale === 0)
    return { name, verdict: 'ok', finding: `${count(total, 'listing')}, all derived by this release` };
  const finding = `${groupDigits(stale)} of ${count(total, 'listing')} still derived by an earlier release`;
  const advice = 'A running server derives them; directory-admin search reindex does so at once.';
  return { name, verdict: 'attention', finding, advice };
}

export async function checkAdmins({
  adminEmails,
  requireEmailVerification,
  smtpUrl,
  production,
}: Config): Promise<Check> {
  const name = 'admins';
  const actor = systemActor('cli');
  const { total } = await findUsers(actor, { role: 'admin', limit: 1 });
  const accounts = await findNamedUsers(actor, adminEmails);
  const waiting = adminEmails.filter((email) => accounts.get(email)?.role === 'user');
  const nobody = adminEmails.filter((email) => !accounts.has(email));
  const list =
    adminEmails.length === 0
      ? 'the admin-email list is empty'
      : `${adminEmails.length} on the admin-email list`;
  const finding = `${count(total, 'admin')}; ${list}`;
  if (nobody.length > 0) {
    const who = nobody.join(', ');
    const advice = `Make it first, with "directory-admin users create": whoever signs up with ${who} may become an admin.`;
    return { name, verdict: 'attention', finding: `${finding}; no account yet for ${who}`, advice };
  }
  if (total === 0 && waiting.length === 0) {
    const advice = 'Make one: directory-admin users create EMAIL --role admin, or users promote EMAIL.';
    return { name, verdict: 'attention', finding, advice };
  }
  if (waiting.length > 0) {
    const advice = `Promoted at their next sign-in, with a proven inbox where mail can be sent: ${waiting.join(', ')}.`;
    return { name, verdict: total === 0 ? 'attention' : 'ok', finding, advice };
  }
  if (adminEmails.length > 0 && production && !requireEmailVerification && smtpUrl === null) {
    const advice = 'Set SMTP_URL: without it anyone who signs up with a listed email becomes an admin.';
    return { name, verdict: 'attention', finding, advice };
  }
  return { name, verdict: 'ok', finding };
}

export async function checkBrowser({ screenshots }: Config, findBrowser: FindBrowser): Promise<Check> {
  const name = 'browser';
  if (!screenshots) return { name, verdict: 'ok', finding: 'not needed: SCREENSHOTS is off' };
  const browser = await findBrowser();
  if (browser) return { name, verdict: 'ok', finding: `${browser.executablePath} (${browser.source})` };
  const advice = 'Install Chromium, run "npx puppeteer browsers install chrome", or set CHROME_PATH.';
  return { name, verdict: 'attention', finding: 'none found: listings get no pictures', advice };
}

export async function checkMailTransport({ smtpUrl, dataDir, production }: Config): Promise<Check> {
  const name = 'mail';
  try {
    await checkMail();
  } catch (error) {
    const finding = smtpUrl ? 'the provider does not take our connection' : 'the outbox cannot be written';
    const advice = smtpUrl ? 'Check SMTP_URL, its name and password.' : 'Give this account DATA_DIR.';
    return { name, verdict: 'broken', finding: `${finding}: ${(error as Error).message}`, advice };
  }
  if (smtpUrl) return { name, verdict: 'ok', finding: `the provider ${new URL(smtpUrl).host} answers` };
  const finding = `no provider: mails are files in ${dataDir}/outbox`;
  if (!production) return { name, verdict: 'ok', finding };
  return { name, verdict: 'attention', finding, advice: 'Set SMTP_URL, so that emails are delivered.' };
}
