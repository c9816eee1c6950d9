// directory-admin jobs …, mail …
import { Option } from 'commander';
import type { System } from '../core/kernel/actor.js';
import { sendTestMail } from '../core/mail/sending/send.js';
import { findJobs, JOB_STATES, type NamedJob, retryFailedJob } from '../core/service/jobs.js';
import type { Verbs } from './kit/command.js';
import { EXIT, note, type Result } from './kit/output.js';
import { readSettings } from './kit/session.js';
import { changeVerb, listVerb, type Subjects } from './kit/verbs.js';

const MAX_JOBS = 1_000;

const findFailed = async (actor: System) => (await findJobs(actor, { state: 'failed' }, MAX_JOBS)).jobs;

const JOBS: Subjects<NamedJob> = {
  noun: ['failed job', 'failed jobs'],
  key: 'id',
  names: 'ids',
  columns: [
    'id!',
    'job: name!',
    'state',
    'next run: next_run_at!?',
    { title: 'about', value: (job) => job.subject?.label ?? '' },
    'failed because: fail_reason',
  ],
  find: async (actor) => new Map((await findFailed(actor)).map((job) => [job.id, job])),
  filters: [new Option('--all', 'all failed jobs')],
  matching: findFailed,
};

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List jobs, the next to run first.',
    options: [new Option('--state <state>').choices(JOB_STATES)],
    examples: ['jobs list', 'jobs list --state failed --json'],
    find: async (actor, query) => ({ jobs: (await findJobs(actor, query, MAX_JOBS)).jobs }),
    rows: ({ jobs }) => jobs,
    columns: JOBS.columns,
    empty: 'No job matches.',
  }),
  'retry [jobs...]': changeVerb(JOBS, {
    summary: 'Run failed jobs again, by id.',
    takesReason: false,
    examples: ['jobs retry --all', 'jobs retry 41f2f1b0-6f0a-4b43-8f2e-1f1f3c1f8a55 --yes'],
    verb: ['retry', 'retried'],
    does: (actor, { id }) => retryFailedJob(actor, id),
  }),
};

export const mail: Verbs = {
  'test <email>': {
    summary:
      'Send an email to an address now, bypassing the queue, and show the response of the provider. Exit code 1: it was ' +
      'not accepted.',
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
