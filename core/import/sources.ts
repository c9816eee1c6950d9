// Followed sources: which are followed, how often they are read, and what happens to listings missing there.
import { type Static, Type } from '@sinclair/typebox';
import { raw, type Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { ImportModel } from '../../db/models/import.js';
import { type Actor, requireAdmin, systemActor } from '../kernel/actor.js';
import { afterCommit } from '../kernel/background.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { fieldError, say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { enqueue } from '../kernel/queue.js';
import * as s from '../kernel/schema.js';
import { toUnlinkedText } from '../kernel/text/readable.js';
import { inTransaction } from '../kernel/transaction.js';
import { type Mails, queueMail } from '../mail/outbox.js';
import { composeMail, type MailText, sayInMail } from '../mail/text.js';
import { isAddress } from './read-address.js';
import * as records from './records.js';
import { ImportOptions } from './rows.js';

export const INTERVALS = ['night', 'week'] as const;
export const GONE = ['archive', 'review'] as const;

const EVERY = s.word(INTERVALS, { description: 'How often it is read again.' });
const FATE = s.word(GONE, { description: 'What happens to listings that it no longer has.' });

export const NewSource = s.titled('NewSource', {
  source: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'An address that can be imported.',
    examples: ['https://github.com/owner/awesome-list'],
  }),
  ...s.optional({
    every: EVERY,
    gone: FATE,
    owner: Type.String({ maxLength: 254, description: 'Email or id of the owner of its listings.' }),
    options: ImportOptions,
  }),
});

export const SourcePatch = s.titled('SourcePatch', {
  every: Type.Optional(EVERY),
  gone: Type.Optional(FATE),
});

export const Source = s.titled('Source', {
  id: s.uuid(),
  source: Type.String({ examples: ['https://github.com/owner/awesome-list'] }),
  kind: Type.String({ examples: ['markdown'] }),
  every: s.optionalWord(INTERVALS, { description: 'null: it is no longer followed.' }),
  gone: FATE,
  owner: s.optionalText(254, { description: 'Email of the owner of its listings.' }),
  state: Type.String({
    examples: ['done'],
    description: 'Of the latest reading: waiting, running, stopped, failed or done.',
  }),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'Rows of the latest reading, by outcome.',
  }),
  error: s.optionalText(2_000),
  read_at: s.nullableInstant(),
  due_at: s.nullableInstant(),
});
export type Source = Static<typeof Source>;
export const SourceResult = s.titled('SourceResult', { source: Source });
export const Sources = s.titled('Sources', { sources: Type.Array(Source) });

const HOUR = 3_600_000;
/** The hour, in UTC, at which sources are read. */
const AT = 2;

/** The next night, or the night a week later. */
function nextTime(interval: (typeof INTERVALS)[number]): Date {
  const next = new Date(Date.now() + (interval === 'week' ? 6 * 24 * HOUR : 0));
  if (next.getUTCHours() >= AT) next.setUTCDate(next.getUTCDate() + 1);
  next.setUTCHours(AT, 0, 0, 0);
  return next;
}

function presentSource(run: records.ImportRecord): Source {
  const { id, source, kind, every, gone, owner, state, counts, error, finished_at: read_at, due_at } = run;
  return { id, source, kind, every, gone, owner, state, counts, error, read_at, due_at };
}

export async function listSources(actor: Actor): Promise<{ sources: Source[] }> {
  requireAdmin(actor);
  const runs = await records.recordsOf().whereNotNull('every').orderBy('source');
  return { sources: runs.map((run) => presentSource(records.presentImport(run))) };
}

/** @throws DomainError not_found */
export async function getSource(actor: Actor, id: string): Promise<{ source: Source }> {
  return { source: presentSource(await records.getImport(actor, id)) };
}

/** Follows an address, resuming its import. */
export async function followSource(actor: Actor, input: unknown): Promise<{ source: Source }> {
  requireAdmin(actor);
  const { source: typed, every = 'night', gone = 'archive', ...more } = check(NewSource, input);
  const given = { ...more, source: isAddress(typed) ? typed : `https://${typed}` };
  const { source, kind = 'markdown', options, ownerId } = await records.resolveInput(actor, given);
  const id = await inTransaction<string>(actor, async (trx) => {
    const found = await records.findFollowed(source, ownerId, trx);
    const following = { every, gone, dueAt: nextTime(every) };
    if (found) {
      await found.$query(trx).patch(following);
      await records.noteAction(trx, actor, found, 'import.follow');
      return found.id;
    }
    const about = { kind, source, options: { categories: 'add', ...options }, ownerId };
    const fields = { ...about, ...following, state: 'waiting' as const, byWorker: true };
    const run = await records.insertRun(trx, actor, fields, 'import.follow');
    afterCommit(trx, () => enqueue('run-imports', { cause: 'asked' }));
    return run.id;
  });
  return getSource(actor, id);
}

/** @throws DomainError not_found */
export async function changeSource(actor: Actor, id: string, input: unknown): Promise<{ source: Source }> {
  requireAdmin(actor);
  const change = check(SourcePatch, input);
  await records.changeRun(actor, id, 'import.follow', async (_trx, run) => {
    if (!isAddress(run.source)) throw fieldError('source', say('error.import-address'));
    const every = change.every ?? run.every ?? 'night';
    return { ...change, every, dueAt: nextTime(every) };
  });
  return getSource(actor, id);
}

/** Stops following a source; its listings stay. @throws DomainError not_found */
export async function unfollowSource(actor: Actor, id: string): Promise<{ source: Source }> {
  await records.changeRun(actor, id, 'import.unfollow', async () => ({ every: null, dueAt: null }));
  return getSource(actor, id);
}

/** Makes the worker read a source now. @throws DomainError as startImport */
export async function readSource(actor: Actor, id: string): Promise<{ source: Source }> {
  await records.startImport(actor, id);
  return getSource(actor, id);
}

/** Queues due sources, which a worker then reads. @returns the number of sources */
export async function startDueSources(): Promise<number> {
  return inTransaction<number>(systemActor('job'), async (trx) => {
    const due = await ImportModel.query(trx)
      .whereNotNull('every')
      .where('due_at', '<=', raw('now()'))
      .whereIn('state', ['done', 'failed', 'stopped'])
      .limit(100)
      .forUpdate()
      .skipLocked();
    for (const run of due) {
      await records.resetCounts(trx, run);
      const dueAt = nextTime(run.every ?? 'night');
      await run.$query(trx).patch({ state: 'waiting', byWorker: true, isDryRun: false, dueAt });
    }
    return due.length;
  });
}

/** Emails subscribed admins what the reading of a followed source changed, if anything. */
export async function tellOfSource(trx: Transaction, actor: Actor, data: Mails['source-read']) {
  if (!['created', 'changed', 'removed'].some((outcome) => own(data.counts, outcome))) return;
  for (const { id } of await UserModel.query(trx).where({ role: 'admin' }).whereNot('desk_emails', 'none'))
    await queueMail(trx, actor, { kind: 'source-read', to: { userId: id }, data });
}

export function writeSourceMail(reader: UserModel, read: Mails['source-read']): MailText | null {
  if (reader.role !== 'admin') return null;
  const source = toUnlinkedText(read.source.replace(/^https?:\/\//, ''));
  const { created = 0, changed = 0, removed = 0, refused = 0 } = read.counts;
  return composeMail(reader.name, sayInMail('mail.source.subject', { source }), [
    sayInMail('mail.source.text', { source, created, changed, removed, refused }),
    removed > 0 ? sayInMail('mail.source.gone', { gone: read.gone }) : null,
    read.isWhole ? null : sayInMail('mail.source.failed'),
    { button: sayInMail('mail.source.button'), link: `${config.publicUrl}/admin/imports/${read.id}` },
    sayInMail('mail.desk.stop', { link: `${config.publicUrl}/admin/review/emails` }),
  ]);
}
