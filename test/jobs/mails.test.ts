// Mails are rows until they are sent: refused, greylisted, interrupted or duplicated.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { requestVerification } from '../../core/accounts/mail-tokens.js';
import { requestPasswordReset } from '../../core/accounts/own-account.js';
import { guest, systemActor } from '../../core/kernel/actor.js';
import { config, configure } from '../../core/kernel/config.js';
import type { JobDefinition, JobName } from '../../core/kernel/jobs.js';
import { closeQueue, openQueue } from '../../core/kernel/queue.js';
import { submitListing } from '../../core/listings/submit.js';
import { countMails, sendQueuedMail, sweepMails } from '../../core/mail/sending/send.js';
import { moderateListings } from '../../core/moderation/actions.js';
import { findJobs, retryFailedJob, retryFailedJobs } from '../../core/service/jobs.js';
import { sendMail } from '../../server/jobs/worker.js';
import { runAdmin } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';
import { createMember } from '../helpers/directory.js';
import { TAKEN, useSmtp } from '../helpers/smtp.js';

describe('mails', () => {
  const database = useDatabase();
  const smtp = useSmtp();
  const mails = () => database.knex('mails').orderBy('created_at');
  const email = (n: number) => `ada.${n}@example.com`;
  let count = 0;

  before(() => {
    configure({ LOG_LEVEL: 'silent', DATA_DIR: config.dataDir, SCREENSHOTS: 'off', SMTP_URL: smtp.url });
  });
  beforeEach(async () => {
    await createMember(email(++count));
    smtp.answer = TAKEN;
    smtp.taken.length = 0;
  });
  afterEach(async () => {
    await closeQueue();
    await database.knex('mails').delete();
  });

  const askForReset = async (address = email(count)) => {
    await requestPasswordReset(guest('web'), { email: address });
    return (await mails()).at(-1)?.id as string;
  };
  // Rounded to a millisecond, now() can lie ahead of the next statement's.
  const makeDue = () =>
    database.knex('mails').update({ due_at: database.knex.raw(`now() - interval '1 second'`) });
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await sleep(25);
  };
  const work = () => openQueue(database.url, [sendMail as unknown as JobDefinition<JobName>]);

  it('are sent by a worker as soon as they are queued, and contain no secret while queued', async () => {
    await work();
    await askForReset();
    await until(() => smtp.taken.length === 1);
    const [mail = ''] = smtp.taken;
    const token = /token=3D([\w-]+)/.exec(mail.replaceAll('=\n', ''))?.[1] ?? '';
    expect(token).to.have.length(43);
    await until(async () => (await mails())[0]?.sent_at !== null);
    expect(JSON.stringify(await mails())).to.not.include(token);
    await until(async () => (await findJobs(systemActor('cli'))).jobs.length === 0);
  });

  it('are not queued when the transaction that causes them is rolled back', async () => {
    const owner = await createMember(email(++count));
    const admin = systemActor('cli');
    const { listing } = await submitListing(owner, {
      name: 'Kept',
      website_url: `kept-${count}.example.com`,
      tagline: 'A thing',
    });
    await database.knex.raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create constraint trigger refuse after insert on mails deferrable initially deferred
         for each row execute function refuse()`,
    );
    const outcome = await moderateListings(admin, { action: 'archive', slugs: [listing.slug] });
    await database.knex.raw('drop trigger refuse on mails; drop function refuse()');
    expect(outcome.failed).to.deep.equal([listing.slug]);
    expect(await database.knex('listings').where({ slug: listing.slug }).pluck('status')).to.deep.equal([
      'live',
    ]);
    expect(await mails().where({ kind: 'listing-moderated' })).to.deep.equal([]);
  });

  it('are retried when the provider greylists, and show the reason meanwhile', async () => {
    smtp.answer = '451 greylisted, come back';
    await work();
    const id = await askForReset();
    await until(async () => (await mails())[0]?.last_error !== null);
    const [row] = await mails();
    // Thirty seconds after the attempt, which was between the two; rows round to the next millisecond.
    expect(row.due_at.getTime()).to.be.within(row.created_at.getTime() + 30_000, Date.now() + 30_001);
    await until(async () => (await findJobs(systemActor('cli'))).jobs[0]?.state === 'scheduled');
    const { jobs } = await findJobs(systemActor('cli'));
    expect(jobs[0]?.fail_reason).to.match(/^Try 1: .*greylisted/);
    expect(await countMails()).to.include({ waiting: 1, retried: 1, failed: 0 });
    expect(await sweepMails()).to.equal(0);

    smtp.answer = TAKEN;
    expect(await sendQueuedMail(id), 'before its time').to.be.within(1, 30_000);
    await makeDue();
    expect(await sendQueuedMail(id)).to.equal(null);
    expect(smtp.taken).to.have.length(1);
  });

  it('back off exponentially, four hours at most, and are given up after two days', async () => {
    smtp.answer = '451 not now';
    const id = await askForReset();
    const pauses = [];
    for (let n = 0; n < 12; n += 1) {
      await makeDue();
      pauses.push(Number(await sendQueuedMail(id)) / 1000);
    }
    expect(pauses).to.deep.equal([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 14400, 14400, 14400]);
    await database.knex('mails').update({ created_at: database.knex.raw(`now() - interval '49 hours'`) });
    await makeDue();
    const failure = await sendQueuedMail(id).catch((error: Error) => error);
    expect(failure).to.have.property('name', 'MailFailure');
    expect(await countMails()).to.include({ waiting: 0, failed: 1 });
  });

  it('fail at once when the provider refuses the address permanently; an operator can retry', async () => {
    smtp.answer = '550 no such person';
    await work();
    await askForReset();
    const actor = systemActor('cli');
    await until(async () => (await findJobs(actor, { state: 'failed' })).jobs.length === 1);
    const [job] = (await findJobs(actor, { state: 'failed' })).jobs;
    expect(job?.fail_reason).to.include('no such person');
    expect(job?.subject).to.deep.equal({ type: 'user', id: null, label: email(count) });
    expect(await countMails()).to.include({ failed: 1, waiting: 0 });
    smtp.answer = TAKEN;
    expect(await retryFailedJobs(actor)).to.deep.equal({ retried: 1 });
    await until(() => smtp.taken.length === 1);
    expect(await retryFailedJobs(actor)).to.deep.equal({ retried: 0 });
    const again = await retryFailedJob(actor, job?.id ?? '').catch((error: Error) => error);
    expect(again).to.have.property('code', 'not_found');
  });

  it('are queued again by the sweep when their job was lost, once', async () => {
    const id = await askForReset();
    await database.knex('mails').update({ due_at: database.knex.raw(`now() - interval '1 minute'`) });
    await work();
    expect(await sweepMails()).to.equal(1);
    await until(() => smtp.taken.length === 1);
    await until(async () => (await mails())[0]?.sent_at !== null);
    expect(await sweepMails()).to.equal(0);
    expect(await sendQueuedMail(id)).to.equal(null);
    expect(smtp.taken).to.have.length(1);
  });

  it('tell an account once of what it has submitted within five minutes, escaped, and not of what is gone by then', async () => {
    const owner = await createMember(email(++count));
    await database.knex('users').update({ email_verified: true });
    const submit = async (name: string) => {
      const website_url = `${name.replace(/\W/g, '')}-${count}.example.com`;
      return (await submitListing(owner, { name, website_url, tagline: 'A thing' })).listing;
    };
    await submit('One <b> bold');
    await submit('Two');
    const gone = await submit('Gone');
    await moderateListings(systemActor('cli'), { action: 'archive', slugs: [gone.slug] });
    const rows = await mails().where({ kind: 'listing-received' });
    expect(rows).to.have.length(3);
    for (const { due_at, created_at } of rows)
      expect(due_at.getTime() - created_at.getTime()).to.be.within(0, 300_000);
    // They are due at one moment, unless that passes between two submissions.
    await makeDue();
    for (const { id } of rows) await sendQueuedMail(id);
    const told = smtp.taken
      .map((mail) => mail.replaceAll('=\n', ''))
      .filter((mail) => mail.includes('arrived'));
    expect(told).to.have.length(1);
    expect(told[0]).to.include('- Two: ').and.include('One <b> bold').and.include('One &lt;b&gt; bold');
    expect(told[0]?.split('<html')[1]).to.not.include('<b>');
    expect(told[0]).to.not.include('Gone');
  });

  it('are skipped while a worker has a lease on them, and taken over when it expires', async () => {
    const id = await askForReset();
    await database.knex('mails').update({ leased_until: database.knex.raw(`now() + interval '1 minute'`) });
    expect(await sendQueuedMail(id)).to.be.within(30_000, 60_000);
    expect(smtp.taken).to.have.length(0);
    await database.knex('mails').update({ leased_until: database.knex.raw(`now() - interval '1 second'`) });
    expect(await sendQueuedMail(id)).to.equal(null);
    expect(smtp.taken).to.have.length(1);
  });

  it('go to nobody when the address has no account, although the request queues the same row', async () => {
    const id = await askForReset('nobody@example.com');
    const [row] = await mails();
    expect(row).to.include({ kind: 'reset-password', email_key: 'nobody@example.com' });
    expect(await sendQueuedMail(id)).to.equal(null);
    expect(await mails()).to.deep.equal([]);
    expect(smtp.taken).to.deep.equal([]);
  });

  it('of one kind go to an account at most once in five minutes, whoever requests them', async () => {
    for (let n = 0; n < 3; n += 1) await askForReset();
    await requestVerification(guest('web'), { email: email(count) });
    for (const { id } of await mails()) await sendQueuedMail(id);
    expect(smtp.taken.filter((mail) => mail.includes('Set a new password'))).to.have.length(1);
    expect(smtp.taken.filter((mail) => mail.includes('Confirm your email'))).to.have.length(1);
    await database.knex('mails').update({ created_at: database.knex.raw(`now() - interval '5 minutes'`) });
    await sendQueuedMail(await askForReset());
    expect(smtp.taken.filter((mail) => mail.includes('Set a new password'))).to.have.length(2);
  });

  it('carry the id of the request that caused them, and one id of their own over all attempts', async () => {
    smtp.answer = '451 not now';
    await requestPasswordReset({ ...guest('web'), requestId: 'req-1' }, { email: email(count) });
    const id = (await mails())[0]?.id;
    await sendQueuedMail(id);
    smtp.answer = TAKEN;
    await makeDue();
    await sendQueuedMail(id);
    expect(smtp.taken[0])
      .to.match(/X-Request-ID: req-1/i)
      .and.to.include(`Message-ID: <${id}@`);
  });

  it('are tested by directory-admin mail test, which prints the provider’s response and sets the exit code', async () => {
    const environment = { DATA_DIR: config.dataDir, SMTP_URL: smtp.url };
    const run = () => runAdmin(['mail', 'test', 'ada@example.com'], { env: environment });
    const taken = await run();
    expect(taken.code).to.equal(0);
    expect(taken.stdout).to.include('Sent to ada@example.com: 250 queued as 1');
    smtp.answer = '550 relaying denied';
    const refused = await run();
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('relaying denied');
  });
});
