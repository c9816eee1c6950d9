// Checks of the database and its content: queue, emails, search, admins.
import { DatabaseError } from '../../../db/connection.js';
import { checkDatabase } from '../../../db/health.js';
import { migrationStatus } from '../../../db/migrate.js';
import { BaseModel } from '../../../db/models/base.js';
import { findNamedUsers, findUsers } from '../../accounts/users.js';
import { MAX_ADMIN_PAGE, rowsLeftOut } from '../../kernel/lists.js';
import { checkQueue, countJobs } from '../../kernel/queue.js';
import { countStale } from '../../listings/search-document.js';
import { countMails } from '../../mail/sending/send.js';
import { findAllListings } from '../../moderation/listings.js';
import { type Asked, broken, doubtful, type Found, fine, MEGABYTE } from './check.js';

/** Above this share of the server's connections, too few are left for a burst. */
const CONNECTIONS_HIGH = 0.8;

export async function checkDatabaseState({ t }: Asked): Promise<Found> {
  const knex = BaseModel.knex();
  const status = await migrationStatus(knex).catch((error: Error) => error);
  if (status instanceof DatabaseError) return { verdict: 'broken', finding: status.message };
  if (status instanceof Error) throw status;
  const { pending, unknown, applied } = status;
  const { version, bytes, connections, missingIndexes, invalidIndexes } = await checkDatabase(knex);
  const megabytes = Math.ceil(bytes / MEGABYTE);
  const described = (finding: string) =>
    `${t('check.database.size', { version, megabytes, ...connections })}\n${finding}`;
  if (unknown.length > 0) {
    const newer = t('check.database.newer', { migrations: unknown.join(', ') });
    return broken(described(newer), t('check.database.newer-advice'));
  }
  if (pending.length > 0) {
    const counts = { pending: pending.length, all: applied.length + pending.length };
    return broken(described(t('check.database.pending', counts)), t('check.database.pending-advice'));
  }
  const bad = [
    ...missingIndexes.map((index) => t('check.database.index-missing', { index })),
    ...invalidIndexes.map((index) => t('check.database.index-invalid', { index })),
  ];
  if (bad.length > 0) return doubtful(described(bad.join('\n')), t('check.database.index-advice'));
  if (connections.used > connections.allowed * CONNECTIONS_HIGH)
    return doubtful(described(t('check.database.connections')), t('check.database.connections-advice'));
  return fine(described(t('check.database.complete')));
}

async function checkQueueState({ t, config: { mongodbUrl }, queueError }: Asked): Promise<Found> {
  const store = mongodbUrl === null ? 'PostgreSQL' : 'MongoDB';
  try {
    if (queueError) throw queueError;
    await checkQueue();
    const counts = await countJobs();
    const finding = t('check.queue.counts', { store, ...counts });
    return counts.failed === 0 ? fine(finding) : doubtful(finding, t('check.queue.failed-advice'));
  } catch (error) {
    const reason = (error as Error).message;
    return broken(t('check.queue.silent', { store, reason }), t('check.queue.silent-advice'));
  }
}

async function checkMailQueue({ t }: Asked): Promise<Found> {
  const { waiting, retried, failed, last_error: reason } = await countMails();
  const finding = t('check.mail-queue.counts', { waiting, retried, failed });
  if (retried + failed === 0) return fine(finding);
  const last = t('check.mail-queue.last-error', { reason: reason ?? '' });
  return doubtful(`${finding}\n${last}`, t('check.mail-queue.advice'));
}

async function checkSearchRows({ t }: Asked): Promise<Found> {
  const { total, stale } = await countStale();
  if (stale === 0) return fine(t('check.search.fresh', { total }));
  return doubtful(t('check.search.stale', { stale, total }), t('check.search.advice'));
}

/** Reports rows left out of lists, after reading the newest listings. @throws DomainError unauthorized, forbidden */
async function checkRows({ t, actor }: Asked): Promise<Found> {
  await findAllListings(actor, { limit: MAX_ADMIN_PAGE });
  const ids = rowsLeftOut();
  if (ids.length === 0) return fine(t('check.rows.complete'));
  return doubtful(
    t('check.rows.left-out', { count: ids.length, ids: ids.join(', ') }),
    t('check.rows.advice'),
  );
}

async function checkAdmins({ t, config, actor }: Asked): Promise<Found> {
  const { adminEmails, requireEmailVerification, smtpUrl, production } = config;
  const { total } = await findUsers(actor, { role: 'admin', limit: 1 });
  const accounts = await findNamedUsers(actor, adminEmails);
  const waiting = adminEmails.filter((email) => accounts.get(email)?.role === 'user');
  const nobody = adminEmails.filter((email) => !accounts.has(email));
  const finding = t('check.admins.count', { total, listed: adminEmails.length });
  if (nobody.length > 0) {
    const who = { emails: nobody.join(', ') };
    return doubtful(`${finding}\n${t('check.admins.nobody', who)}`, t('check.admins.nobody-advice', who));
  }
  if (total === 0 && waiting.length === 0) return doubtful(finding, t('check.admins.none-advice'));
  if (waiting.length > 0) {
    const advice = t('check.admins.waiting-advice', { emails: waiting.join(', ') });
    return { verdict: total === 0 ? 'attention' : 'ok', finding, advice };
  }
  if (adminEmails.length > 0 && production && !requireEmailVerification && smtpUrl === null)
    return doubtful(finding, t('check.admins.unproven-advice'));
  return fine(finding);
}

export const SERVICE_CHECKS = {
  queue: checkQueueState,
  'mail queue': checkMailQueue,
  search: checkSearchRows,
  rows: checkRows,
  admins: checkAdmins,
};
