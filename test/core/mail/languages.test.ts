import { expect } from 'chai';
import { systemActor, type User } from '../../../core/kernel/actor.js';
import { config, configure } from '../../../core/kernel/config.js';
import { type Said, say, wordSaid } from '../../../core/kernel/errors.js';
import { inTransaction } from '../../../core/kernel/transaction.js';
import { submitListing } from '../../../core/listings/submit.js';
import { recognizeLanguage, toWords } from '../../../core/listings/tokens.js';
import { type MailKind, type Mails, queueMail } from '../../../core/mail/outbox.js';
import { sendTestMail } from '../../../core/mail/sending/send.js';
import { updateSettings } from '../../../core/settings/manage.js';
import { catalogues } from '../../../core/settings/texts.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';
import { allMails, hurryMails } from '../../helpers/mails.js';

const ACTIONS = ['approve', 'archive', 'reject', 'restore', 'hold', 'delete'] as const;
const [name, reason, address] = ['Zzyx', 'Qqaa xxbb.', 'https://zzyx.example/'];
const moderated = ACTIONS.map((action) => ({ action, reason, name, address, isLive: true, slug: 'zzyx' }));
const undelivered = say('webhook-found.nothing', { error: say('webhook-found.status', { status: 500 }) });
const gone = { name, website: address, edit: address, detail: say('link-found.status', { status: 404 }) };

/** The data of each kind, in all its variants: one mail for each item, which may merge several. */
const SAMPLES: { [K in MailKind]: readonly (readonly Mails[K][])[] } = {
  'reset-password': [[{ link: address }]],
  'verify-email': [[{ redirect: null }]],
  'change-email': [[{ email: 'zz@zzyx.example', redirect: null }]],
  'email-changed': [[{ name }]],
  'listing-moderated': [
    ...moderated.map((about) => [about]),
    ...moderated.map((about) => [about, about]),
    [{ ...moderated[3], isLive: false } as Mails['listing-moderated']],
    Array.from({ length: 51 }, () => moderated[0] as Mails['listing-moderated']),
  ],
  'account-suspended': [[{ reason, until: null }], [{ reason, until: '2099-12-30T00:00:00Z' }]],
  'suspension-lifted': [[{ reason }], [{ reason: null }]],
  'key-leaked': [[{ name, prefix: 'dir_zz' }], [{ name: null, prefix: 'dir_zz' }]],
  'webhook-paused': [[{ host: 'zzyx.example', reason: undelivered }]],
  'listing-claimed': [false, true].map((isYours) => [{ name, address, isYours }]),
  'claim-undone': [true, false].map((isYours) => [{ name, address, isYours, reason }]),
  'site-gone': [
    [{ ...gone, status: 'unreachable' }],
    [{ ...gone, status: 'parked', detail: say('link-found.parked-host', { host: 'zzyx.example' }) }],
    Array.from({ length: 51 }, () => ({ ...gone, status: 'unreachable' as const })),
  ],
  'second-factor': [
    ...(['app', 'passkey'] as const).flatMap((factor) =>
      (['added', 'removed'] as const).map((change) => [{ change, factor, name }]),
    ),
    [{ change: 'removed', factor: 'passkey', name: null }],
    [{ change: 'removed', factor: 'all', name: null }],
  ],
  'listing-received': [[{ id: 'live' }], [{ id: 'pending' }], [{ id: 'live' }, { id: 'pending' }]],
  'report-closed': (['upheld', 'dismissed', 'deleted', 'withdrawn'] as const).map((outcome) => [
    { name, outcome },
  ]),
  // Their texts need rows: test/web/follow.test.ts.
  'follow-confirm': [],
  'follow-digest': [],
  'appeal-denied': [[{ name, address, answer: reason }]],
  // Only for the team: test/api/reviews.test.ts.
  'desk-waiting': [],
  'desk-appeal': [],
  'source-read': [],
};
const SUBJECT = /^Subject: (.*)$/m;

describe('the language of mails', () => {
  const database = useDatabase();
  const admin = systemActor('cli');
  let reader: User;
  /** By status. */
  const submitted: Record<string, string> = {};
  before(async () => {
    configure({ LOG_LEVEL: 'silent', DATA_DIR: config.dataDir, SCREENSHOTS: 'off' });
    reader = await createMember('zz@zzyx.example', name);
    for (const base_status of ['live', 'pending']) {
      const { listing } = await submitListing(reader, {
        name,
        website_url: `${base_status}.example`,
        tagline: name,
      });
      await database.knex('listings').where({ id: listing.id }).update({ base_status });
      submitted[base_status] = listing.id;
    }
  });
  beforeEach(async () => {
    await database.knex('mails').delete();
    // An account that is the subject of all of them.
    await database.knex('users').update({
      email_verified: false,
      pending_email: 'zz@zzyx.example',
      pending_email_at: database.knex.fn.now(),
    });
  });

  const queue = <K extends MailKind>(kind: K, sample: readonly Mails[K][], batch: string) =>
    inTransaction(admin, async (trx) => {
      for (const data of sample) {
        const id = 'id' in data && data.id ? { id: submitted[data.id] } : {};
        await queueMail(trx, admin, {
          kind,
          to: { userId: reader.account.id },
          data: { ...data, ...id },
          batch,
        });
      }
    });

  /** Everything that is mailed, in a language. */
  async function mailsIn(language: string): Promise<string[]> {
    await updateSettings(admin, { language });
    const before = (await allMails()).length;
    let batches = 0;
    for (const [kind, samples] of Object.entries(SAMPLES))
      for (const sample of samples) {
        batches += 1;
        const suspended_at = kind === 'suspension-lifted' ? null : database.knex.fn.now();
        await database.knex('users').update({ suspended_at });
        const batch = `00000000-0000-4000-8000-${String(batches).padStart(12, '0')}`;
        await queue(kind as MailKind, sample, batch);
        // Of a kind that anyone can request, one is sent in five minutes.
        await database.knex('mails').whereNotNull('sent_at').delete();
        await hurryMails();
        expect((await allMails()).length - before, kind).to.equal(batches);
      }
    await sendTestMail('zz@zzyx.example');
    const mails = (await allMails()).slice(before);
    expect(mails).to.have.length(batches + 1);
    return mails;
  }

  const linesOf = (mail: string) =>
    [
      SUBJECT.exec(mail)?.[1] ?? '',
      ...(mail
        .split('\n\n')
        .slice(1)
        .join('\n')
        .match(/[^\n]+/g) ?? []),
    ].map((line) =>
      line.replace(/https?:\/\/\S+|(?<!\S)[^\s@]+@\S+|dir_zz|Zzyx|Qqaa xxbb\.|zzyx\.example|\u200b/g, ' '),
    );
  const hasWords = (line: string) => /\p{L}{2}/u.test(line);

  it('is the site’s in every sentence, whatever caused the mail', async function () {
    this.timeout(60_000);
    const english = new Set((await mailsIn('en')).flatMap(linesOf).filter(hasWords));
    const german = (await mailsIn('de')).flatMap(linesOf).filter(hasWords);
    expect(english.size).to.be.greaterThan(60);
    expect(german.filter((line) => english.has(line))).to.deep.equal([]);
    const sentences = german.flatMap((line) => line.split(/(?<=[.:!?])\s+/));
    expect(sentences.filter((one) => recognizeLanguage(toWords(one)) === 'en')).to.deep.equal([]);
    // The check would find one.
    const mixed = [...english].filter((line) => recognizeLanguage(toWords(line)) === 'en');
    expect(mixed.length).to.be.greaterThan(30);
  });

  it('is the reader’s for stored messages, with those in their values; one that this release lacks is its key', () => {
    const inner = say('webhook-found.private');
    for (const [tag, language] of catalogues().languages) {
      const text = (said: Said) => wordSaid(said, language.t, String);
      expect(text(say('webhook-found.nothing', { error: inner })), tag).to.equal(
        language.t('webhook-found.nothing', { error: language.t('webhook-found.private') }),
      );
      expect(text({ key: 'link-found.of-another-release' as 'link-found.late', values: {} })).to.equal(
        'link-found.of-another-release',
      );
    }
  });
});
