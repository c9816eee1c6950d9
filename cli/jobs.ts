// directory-admin jobs …, mail …
import { Option } from 'commander';
import { sendTestMail } from '../core/mail/sending/send.js';
import { findJobs, JOB_STATES, type NamedJob, retryFailedJob } from '../core/service/jobs.js';
import { changeEach, type Kind } from './kit/batch.js';
import type { Options, Verbs } from './kit/command.js';
import { EXIT, note, type Result, UsageError } from './kit/output.js';
import { readSettings } from './kit/session.js';
import { listVerb, named } from './kit/verbs.js';

const MAX_JOBS = 1_000;

const JOBS: Kind<NamedJob> = {
  noun: ['job', 'jobs'],
  key: 'id',
  columns: [
    'id!',
    'job: name!',
    'state',
    'next run: next_run_at!?',
    { title: 'about', value: (job) => job.subject?.label ?? '' },
    'failed because: fail_reason',
  ],
};

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List jobs, the next to run first.',
    options: [new Option('--state <state>').choices(JOB_STATES)],
    examples: ['jobs list', 'jobs list --state failed --json'],
    find: async (actor, query) => ({ jobs: (await findJobs(actor, query, MAX_JOBS)).jobs }),
    rows: ({ jobs }) => jobs,
    columns: JOBS.columns,
    empty: 'There are no such jobs.',
  }),
  'retry [jobs...]': {
    summary: 'Run failed jobs again, by id.',
    options: [new Option('--all', 'every failed one'), 'yes', 'dry-run'],
    examples: ['jobs retry --all', 'jobs retry 41f2f1b0-6f0a-4b43-8f2e-1f1f3c1f8a55 --yes'],
    does: async (session, ids: string[], options: Options & { all?: boolean }) => {
      if (Boolean(options.all) === ids.length > 0) throw new UsageError('Name failed jobs, or give --all.');
      const { jobs: failed } = await findJobs(session.actor, { state: 'failed' }, MAX_JOBS);
      const byId = new Map(failed.map((job) => [job.id, job]));
      return changeEach(session, options, {
        ...JOBS,
        ...named(options.all ? [...byId.keys()] : ids, byId, 'failed job'),
        verb: ['retry', 'retried'],
        does: (actor, { id }) => retryFailedJob(actor, id),
      });
    },
  },
};

export const mail: Verbs = {
  'test <email>': {
    summary:
      'Send an email to an address now, bypassing the queue, and show what the provider answers. Ends with 1 when it is ' +
      'not taken.',
    examples: ['mail test ada@example.com'],
    run: async (to: string): Promise<Result> => {
      readSettings();
      try {
        const answer = await sendTestMail(to);
        return { document: { sent: true, to, answer }, text: `Sent to ${to}: ${answer}` };
      } catch (thrown) {
        const { message: error } = thrown as Error;
        const text = () => note(`Not sent to ${to}: ${error}`);
        return { document: { sent: false, to, error }, text, code: EXIT.refused };
      }
    },
  },
};
