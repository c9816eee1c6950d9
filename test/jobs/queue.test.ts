// The queue behaves the same over PostgreSQL and over MongoDB's protocol.
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { config, configure } from '../../core/kernel/config.js';
import type { JobDefinition, JobName } from '../../core/kernel/jobs.js';
import { configureLog, log } from '../../core/kernel/log.js';
import {
  checkQueue,
  closeQueue,
  countJobs,
  enqueue,
  listJobs,
  MAX_WAITING,
  openQueue,
  retryJob,
} from '../../core/kernel/queue.js';
import { currentWork, runWork } from '../../db/work.js';
import { createDatabase } from '../helpers/database.js';
import { type Environment, useConfig } from '../helpers/environment.js';
import { startMongo } from '../helpers/mongo.js';

type Job = JobDefinition<'capture-screenshot'>;

function queuesJobs(environment: () => Environment): void {
  let url: string;
  let drop: () => Promise<void>;
  before(async () => {
    const { dataDir } = config;
    configure({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...environment() });
    const database = await createDatabase('empty');
    url = database.url;
    drop = database.drop;
  });
  afterEach(closeQueue);
  after(() => drop());

  const open = (run: Job['run'], concurrency = 2) => {
    const job: Job = { name: 'capture-screenshot', concurrency, run };
    return openQueue(url, [job as unknown as JobDefinition<JobName>]);
  };
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    // Longer than a lock lives: a job that Agenda has lost sight of is taken over then.
    for (let waited = 0; waited < 1_800; waited += 1) {
      if (await isSo()) return;
      await sleep(25);
    }
    throw new Error('It did not come about in 45 seconds.');
  };
  const order = (listingId: string) => enqueue('capture-screenshot', { listingId });

  it('runs each job once and deletes it', async () => {
    const done: string[] = [];
    await open(async ({ data }) => void done.push(data.listingId));
    for (const id of ['a', 'b', 'c', 'd', 'e']) await order(id);
    await until(() => done.length === 5);
    expect(done.toSorted()).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    await until(async () => (await listJobs()).length === 0);
    await checkQueue();
  });

  it('runs no more jobs at a time than allowed, and the next as soon as one ends', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    await open(async () => {
      running += 1;
      most = Math.max(most, running);
      while (most < 2) await sleep(5);
      await sleep(20);
      running -= 1;
      done += 1;
    }, 2);
    for (let n = 0; n < 12; n += 1) await order(`many-${n}`);
    await until(() => done === 12);
    expect(most).to.equal(2);
    await until(async () => (await listJobs()).length === 0);
  });

  it('queues a waiting job only once, but a running one again', async () => {
    let runs = 0;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((open) => {
      release = open;
    });
    await openQueue(url);
    await order('same');
    await order('same');
    expect(await countJobs()).to.deep.equal({ queued: 1, running: 0, failed: 0 });
    await closeQueue();
    await open(async () => {
      runs += 1;
      await gate;
    });
    await until(() => runs === 1);
    await order('same');
    release();
    await until(() => runs === 2);
    await until(async () => (await listJobs()).length === 0);
  });

  it('queues no more captures than allowed; the sweep takes the rest', async () => {
    const most = MAX_WAITING['capture-screenshot'];
    MAX_WAITING['capture-screenshot'] = 2;
    try {
      await openQueue(url);
      const taken = [];
      for (const id of ['bounded-1', 'bounded-2', 'bounded-3', 'bounded-1']) taken.push(await order(id));
      expect(taken).to.deep.equal([true, true, false, true]);
      expect(await countJobs()).to.deep.include({ queued: 2 });
      await closeQueue();
      await open(async () => undefined);
      await until(async () => (await countJobs()).queued === 0);
      // Those that wait are counted once a second.
      await until(() => order('bounded-3'));
      await until(async () => (await listJobs()).length === 0);
    } finally {
      MAX_WAITING['capture-screenshot'] = most;
    }
  });

  it('carries the id of the request into the job and into its log lines', async () => {
    const lines = new PassThrough({ encoding: 'utf8' });
    configureLog(
      { logLevel: 'info', logFormat: 'json', screenshotHeader: 'X-Directory-Screenshot-Secret' },
      lines,
    );
    let seen: string | null | undefined;
    try {
      await open(async () => {
        seen = currentWork()?.requestId;
        log.info('at work');
      });
      await runWork({ requestId: 'req-7' }, () => order('told'));
      await until(() => seen !== undefined);
    } finally {
      configureLog(config);
    }
    expect(seen).to.equal('req-7');
    expect(lines.read()).to.include('"request_id":"req-7","msg":"at work"');
  });

  it('hands a job to another worker when its worker stops', async () => {
    let isStarted = false;
    await open(async ({ signal, repeatIn }) => {
      isStarted = true;
      await new Promise((stop) => signal.addEventListener('abort', stop));
      repeatIn(0);
    });
    await order('handed-on');
    await until(() => isStarted);
    await closeQueue();
    let isDone = false;
    await open(async () => {
      isDone = true;
    });
    await until(() => isDone);
  });

  it('keeps a failed job for the operator, who can retry it', async () => {
    let fails = true;
    await open(async () => {
      if (fails) throw new Error('no luck');
    });
    await order('unlucky');
    await until(async () => (await countJobs()).failed === 1);
    const [failed] = await listJobs('failed');
    expect(failed).to.include({ name: 'capture-screenshot', fail_reason: 'no luck' });
    fails = false;
    expect(await retryJob(failed?.id ?? '')).to.equal(true);
    await until(async () => (await listJobs()).length === 0);
  });

  it('ignores jobs queued while it is closed', async () => {
    await order('nobody');
    expect(await countJobs()).to.deep.equal({ queued: 0, running: 0, failed: 0 });
    const outcome = await checkQueue().catch((error: Error) => error.message);
    expect(outcome).to.match(/not open/);
  });
}

describe('the queue in PostgreSQL', function () {
  this.timeout(100_000);
  useConfig();
  queuesJobs(() => ({
    LOG_LEVEL: 'silent',
    DATA_DIR: process.env.TMPDIR ?? '/tmp',
    SESSION_SECRET: 'x',
    SCREENSHOT_SECRET: 'x',
  }));

  it('survives the loss of its database without ending the process', async () => {
    const { url, drop } = await createDatabase('empty');
    const strays: unknown[] = [];
    const note = (error: unknown) => strays.push(error);
    process.on('unhandledRejection', note);
    const events = new EventEmitter();
    const run = async () => {
      events.emit('runs');
      await once(events, 'may end');
    };
    await openQueue(url, [
      { name: 'capture-screenshot', concurrency: 1, run } as unknown as JobDefinition<JobName>,
    ]);
    const runs = once(events, 'runs');
    await enqueue('capture-screenshot', { listingId: 'x' });
    await runs;
    // Terminates every connection: the listening one, and the one that saves the job.
    await drop();
    events.emit('may end');
    await sleep(100);
    await enqueue('capture-screenshot', { listingId: 'y' });
    await closeQueue();
    await sleep(100);
    process.off('unhandledRejection', note);
    expect(strays).to.deep.equal([]);
  });
});

describe('the queue over MongoDB’s protocol', function () {
  this.timeout(100_000);
  useConfig();
  let mongo: Awaited<ReturnType<typeof startMongo>>;
  before(async () => {
    mongo = await startMongo();
  });
  after(() => mongo.stop());
  queuesJobs(() => ({ MONGODB_URL: mongo.url }));
});
