// directory-admin jobs …
import { type Command, Option } from 'commander';
import { sweepCaptures } from '../core/listings/captures.js';
import { findJobs, JOB_STATES, type NamedJob, retryFailedJob } from '../core/operations/jobs.js';
import { sweepMails } from '../core/operations/mails.js';
import { cleanUp } from '../core/operations/retention.js';
import { type BatchOptions, eachInTurn, runBatch } from './batch.js';
import { addVerb, dryRunOption, type Finish, jsonOptions, yesOption } from './command.js';
import { type ExitCode, UsageError } from './exit.js';
import { type FormatOptions, formatOf, printJson, printList, say } from './output.js';
import { withSession } from './session.js';
import { named } from './subjects.js';
import type { Column } from './table.js';
import { count, shortTime } from './text.js';

/** Maximum jobs that are read. */
const MAX_JOBS = 1_000;

export function addJobVerbs(jobs: Command, finish: Finish): void {
  addVerb(jobs, finish, {
    usage: 'list',
    summary: 'List jobs, the next to run first.',
    options: [new Option('--state <state>').choices(JOB_STATES), ...jsonOptions()],
    examples: ['jobs list', 'jobs list --state failed --json'],
    run: showJobs,
  });
  addVerb(jobs, finish, {
    usage: 'retry [jobs...]',
    summary: 'Run failed jobs again, by id.',
    options: [new Option('--all', 'every failed one'), yesOption(), dryRunOption(), ...jsonOptions()],
    examples: ['jobs retry --all', 'jobs retry 41f2f1b0-6f0a-4b43-8f2e-1f1f3c1f8a55 --yes'],
    run: retryJobs,
  });
  addVerb(jobs, finish, {
    usage: 'sweep',
    summary: 'Queue lost captures and emails again, and delete what has expired, as the service does hourly.',
    options: jsonOptions(),
    examples: ['jobs sweep'],
    run: sweep,
  });
}

const COLUMNS: readonly Column<NamedJob>[] = [
  { title: 'id', value: (job) => job.id, isWhole: true },
  { title: 'job', value: (job) => job.name, isWhole: true },
  { title: 'state', value: (job) => job.state },
  { title: 'next run', value: (job) => shortTime(job.next_run_at), isWhole: true, isExtra: true },
  { title: 'about', value: (job) => job.subject?.label ?? '' },
  { title: 'failed because', value: (job) => job.fail_reason },
];

function showJobs(options: FormatOptions & { state?: string }): Promise<void> {
  return withSession({ queue: true }, async ({ actor }) => {
    const { jobs } = await findJobs(actor, { state: options.state }, MAX_JOBS);
    printList(options, {
      document: { jobs },
      rows: jobs,
      columns: COLUMNS,
      empty: 'There are no such jobs.',
    });
  });
}

async function retryJobs(ids: string[], options: BatchOptions & { all?: boolean }): Promise<ExitCode> {
  if (Boolean(options.all) === ids.length > 0) throw new UsageError('Name failed jobs, or give --all.');
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const { jobs: failed } = await findJobs(actor, { state: 'failed' }, MAX_JOBS);
    const byId = new Map(failed.map((job) => [job.id, job]));
    const { items, missing } = named(options.all ? [...byId.keys()] : ids, byId, 'failed job');
    return runBatch<NamedJob>(options, signal, {
      verb: ['retry', 'retried'],
      noun: ['job', 'jobs'],
      key: 'id',
      items,
      missing,
      columns: COLUMNS,
      nameOf: (job) => job.id,
      run: (jobs, watch) =>
        eachInTurn(
          jobs,
          watch,
          ({ id }) => id,
          ({ id }) => retryFailedJob(actor, id),
        ),
    });
  });
}

function sweep(options: FormatOptions): Promise<void> {
  return withSession({ queue: true }, async () => {
    const captures = await sweepCaptures();
    const mails = await sweepMails();
    const deleted = await cleanUp();
    if (formatOf(options) !== 'table') {
      printJson({ captures, mails, deleted });
      return;
    }
    say(`Screenshots: ${count(captures.queued, 'capture')} requeued, ${captures.failed} abandoned.`);
    say(`Emails: ${mails} requeued.`);
    const parts = Object.entries(deleted).map(([what, number]) => `${number} ${what.replaceAll('_', ' ')}`);
    say(`Deleted: ${parts.join(', ')}.`);
  });
}
