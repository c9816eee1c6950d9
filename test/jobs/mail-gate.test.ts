// Emails go to whom asked: an inbox that is not proven gets few, and nothing that others wrote.
import { expect } from 'chai';
import { removeAccount } from '../../core/accounts/actions.js';
import { requestEmailChange } from '../../core/accounts/email-change.js';
import { requestVerification } from '../../core/accounts/mail-tokens.js';
import { requestPasswordReset } from '../../core/accounts/own-account.js';
import { guest, systemActor } from '../../core/kernel/actor.js';
import { config, configure } from '../../core/kernel/config.js';
import { submitListing } from '../../core/listings/submit.js';
import { inboxOf } from '../../core/mail/sending/gate.js';
import { sendQueuedMail } from '../../core/mail/sending/send.js';
import { moderateListing } from '../../core/moderation/actions.js';
import { reportListing } from '../../core/moderation/reports.js';
import { askToFollow } from '../../core/readers/follows.js';
import { useDatabase } from '../helpers/database.js';
import { createMember } from '../helpers/directory.js';
import { useSmtp } from '../helpers/smtp.js';

describe('the gate of emails', () => {
  const database = useDatabase();
  const smtp = useSmtp();
  const { knex } = { knex: () => database.knex };
  const visitor = guest('web');

  before(() => {
    configure({ LOG_LEVEL: 'silent', DATA_DIR: config.dataDir, SCREENSHOTS: 'off', SMTP_URL: smtp.url });
  });
  beforeEach(async () => {
    await knex()('mails').delete();
    smtp.taken.length = 0;
  });

  /** Sends what is queued, without pauses. @returns the emails, decoded */
  async function send(): Promise<string[]> {
    smtp.taken.length = 0;
    await knex()('mails')
      .whereNull('sent_at')
      .update({ due_at: knex().raw("now() - interval '1 second'") });
    for (const id of await knex()('mails').whereNull('sent_at').orderBy('created_at').pluck('id'))
      await sendQueuedMail(id);
    return smtp.taken.map((mail) => mail.replaceAll('=\n', '').replaceAll('=3D', '='));
  }
  const follow = (email: string, q = 'invoices') => askToFollow(visitor, { email, q }, 'en');

  it('reads spellings of an address as one inbox', () => {
    expect(inboxOf('A.da+x@GoogleMail.com')).to.equal('ada@gmail.com');
    expect(inboxOf('A.da+x+y@Example.com')).to.equal('a.da@example.com');
  });

  it('lets three a day through to an unproven inbox, over all kinds, senders and spellings', async () => {
    const [one, other] = [await createMember('one@example.com'), await createMember('other@example.com')];
    await follow('vic.tim@gmail.com');
    await requestEmailChange(one, { newEmail: 'victim+1@gmail.com', password: 'correct horse battery' });
    expect(await send()).to.have.length(2);
    await requestEmailChange(other, {
      newEmail: 'v.i.c.t.i.m+2@googlemail.com',
      password: 'correct horse battery',
    });
    await follow('victim+3@gmail.com');
    const victim = await createMember('VICTIM@gmail.com');
    await requestVerification(visitor, { email: 'victim@gmail.com' });
    await requestPasswordReset(visitor, { email: 'victim@gmail.com' });
    await submitListing(victim, { name: 'Lumen', website_url: 'lumen.example.com', tagline: 'Notes' });
    expect(await send()).to.have.length(1);
    expect(await knex()('mails').whereNull('sent_at'), 'the others are dropped').to.deep.equal([]);
    await knex()('mails').update({ sent_at: knex().raw("now() - interval '25 hours'") });
    await requestPasswordReset(visitor, { email: 'victim@gmail.com' });
    expect(await send(), 'the next day').to.have.length(1);
  });

  it('counts for an inbox what deleted accounts have sent to it', async () => {
    const sent = [];
    for (let n = 0; n < 5; n += 1) {
      const member = await createMember(`thrown-away-${n}@example.com`);
      await requestEmailChange(member, { newEmail: 'again@example.com', password: 'correct horse battery' });
      sent.push(...(await send()));
      await removeAccount(systemActor('cli'), member.account.id, { keepListings: false, reason: null });
    }
    expect(sent).to.have.length(3);
    expect(await knex()('mails').pluck('address')).to.deep.equal(new Array(3).fill('again@example.com'));
  });

  it('tells an unproven inbox nothing that somebody wrote', async () => {
    const member = await createMember('words@example.com', 'Come-Quickly');
    await requestVerification(visitor, { email: 'words@example.com' });
    await follow('words@example.com', 'Come-Quickly now');
    const about = { name: 'Come-Quickly', website_url: 'quickly.example.com', tagline: 'Come-Quickly' };
    const { listing } = await submitListing(member, about);
    const mails = await send();
    expect(mails).to.have.length(3);
    for (const mail of mails) expect(mail).to.not.include('Come-Quickly').and.not.include('quickly');
    expect(mails.join()).to.include('News about your account').and.include('a search');
    // Proven, it gets every one, with words.
    await knex()('users').where({ email: 'words@example.com' }).update({ email_verified: true });
    const told: string[] = [];
    for (const action of ['archive', 'restore', 'archive', 'restore']) {
      await moderateListing(systemActor('cli'), listing.slug, { action, reason: 'Because' });
      told.push(...(await send()));
    }
    expect(told).to.have.length(4);
    for (const mail of told) expect(mail).to.include('Come-Quickly');
  });

  it('tells the outcome of a report to verified accounts only', async () => {
    const owner = await createMember('reported@example.com');
    const reporter = await createMember('reporter@example.com');
    await knex()('users').where({ email: 'reporter@example.com' }).update({ email_verified: true });
    const input = { name: 'Reported', website_url: 'reported.example.com', tagline: 'Notes' };
    const { listing } = await submitListing(owner, input);
    await knex()('mails').delete();
    await reportListing(visitor, listing.slug, { kind: 'scam', email: 'somebody@example.com' });
    await reportListing(reporter, listing.slug, { kind: 'scam', email: 'reporter@example.com' });
    await moderateListing(systemActor('cli'), listing.slug, { action: 'reject', reason: 'Spam' });
    const outcomes = (await send()).filter((mail) => /^Subject:.*report/im.test(mail));
    expect(outcomes).to.have.length(1);
    expect(outcomes[0]).to.include('reporter@example.com');
  });
});
