// The languages of pages: who chooses them, and what depends on them.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { proposeEntry } from '../../core/catalog/entries.js';
import { findEntries, verifyEntry } from '../../core/catalog/manage.js';
import { systemActor } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import { closeQueue, enqueue, openQueue } from '../../core/kernel/queue.js';
import { submitListing } from '../../core/listings/submit.js';
import { appealRejection } from '../../core/moderation/reports.js';
import { decideReview } from '../../core/moderation/review-decisions.js';
import { updateSettings } from '../../core/settings/manage.js';
import type { SettingsPatch } from '../../core/settings/schema.js';
import { UserModel } from '../../db/models/accounts.js';
import { userActor } from '../helpers/actors.js';
import { createMember, submitDemo } from '../helpers/directory.js';
import { expectValid } from '../helpers/markup.js';
import { csrfOf, visitorOf } from '../helpers/pages.js';
import { invalidateCache } from '../helpers/queries.js';
import { useServer } from '../helpers/server.js';

describe('the language of a page', () => {
  const server = useServer();
  before(async () => {
    mkdirSync(join(config.dataDir, 'languages'), { recursive: true });
    writeFileSync(
      join(config.dataDir, 'languages', 'he.json'),
      JSON.stringify({ home: { newest: '<b>חדש</b> & "טרי"' } }),
    );
    const owner = await createMember('owner@example.com');
    await submitDemo(owner, 8);
    await submitListing(owner, {
      name: 'Belegmappe',
      website_url: 'https://belegmappe.example.com',
      tagline: 'Rechnungen schreiben und verschicken, ohne das Büro zu verlassen.',
      categories: ['finance'],
      pricing_model: 'one-time',
    });
  });
  beforeEach(() => server.database.knex('site').delete());

  const change = (fields: SettingsPatch) => updateSettings(systemActor('cli'), fields);
  const get = async (path: string, language: string | null = null) => {
    const response = await server.fetch(path, {
      headers: { 'sec-fetch-site': 'none', ...(language === null ? {} : { 'accept-language': language }) },
    });
    const html = await response.text();
    return {
      status: response.status,
      html,
      lang: /<html lang="([^"]+)"/.exec(html)?.[1],
      headers: response.headers,
      vary: response.headers.get('vary') ?? '',
    };
  };

  it('is the best match for the browser’s preferences, else English', async () => {
    const wanted: [asked: string | null, got: string][] = [
      [null, 'en'],
      ['*', 'en'],
      ['de', 'de'],
      ['de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['en-US,en;q=0.9,de;q=0.8', 'en'],
      ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.4', 'de'],
      ['sv', 'en'],
      ['de;q=0', 'en'],
      ['he', 'he'],
    ];
    for (const [asked, got] of wanted) {
      const { lang, headers, vary } = await get('/listings', asked);
      expect([lang, headers.get('content-language')], String(asked)).to.deep.equal([got, got]);
      expect(vary, String(asked)).to.match(/accept-language/i);
    }
  });

  it('is never another visitor’s, also from the cache and in a 304', async () => {
    await invalidateCache(server.database);
    const tags = new Set<string | null>();
    for (const round of ['made', 'cached']) {
      const [german, english] = [await get('/', 'de'), await get('/', 'en')];
      expect(german.html, round).to.include('Neu in dieser Woche').and.not.include('New this week');
      expect(english.html, round).to.include('New this week').and.not.include('Neu in dieser Woche');
      tags.add(german.headers.get('etag')).add(english.headers.get('etag'));
    }
    expect(tags.size).to.equal(2);
    const [, etag] = [...tags];
    const answer = await server
      .request()
      .get('/')
      .set({ 'accept-language': 'en', 'if-none-match': String(etag) });
    expect([answer.status, answer.get('content-language')]).to.deep.equal([304, 'en']);
  });

  it('is the operator’s when set, whatever the browser prefers', async () => {
    await change({ language: 'de' });
    const { lang, vary, html } = await get('/', 'en');
    expect(lang).to.equal('de');
    expect(html).to.include('Anmelden').and.not.include('Sign in');
    expect(vary).to.not.match(/accept-language/i);
    await change({ language: 'auto' });
    expect((await get('/', 'en')).lang).to.equal('en');
  });

  it('formats dates', async () => {
    const { knex } = server.database;
    const at = new Date('2026-03-01T12:00:00Z');
    await knex('listings').update({ published_at: at, created_at: at, updated_at: at });
    const page = async (language: string) => (await get('/listings/belegmappe', language)).html;
    expect(await page('en')).to.include('1 Mar 2026');
    expect(await page('de')).to.include('1. März 2026');
  });

  it('names categories and prices, but the operator’s own labels stay', async () => {
    const german = async () => (await get('/listings/belegmappe', 'de')).html;
    expect(await german())
      .to.include('Finanzen')
      .and.include('Einmalkauf');
    await change({ categories: [{ value: 'finance', label: 'Money & more' }, { value: 'ai' }] });
    expect(await german())
      .to.include('Money &amp; more')
      .and.not.include('Finanzen');
    expect(/<h1>[^<]*/.exec((await get('/categories/ai', 'de')).html)?.[0]).to.equal('<h1>KI');
  });

  it('is not that of listing texts, which declare their own', async () => {
    const tagline = (lang: string) => `<p class="tagline"${lang} dir="auto">Rechnungen schreiben`;
    expect((await get('/listings/belegmappe', 'en')).html).to.include(tagline(' lang="de"'));
    expect((await get('/listings/belegmappe', 'de')).html).to.include(tagline(''));
    expect((await get('/listings?q=rechnungen', 'en')).html).to.include(
      '<p class="card-tagline" lang="de" dir="auto">',
    );
  });

  it('may be written right to left, and messages are escaped as text', async () => {
    const { html } = await get('/', 'he');
    expect(html).to.include('<html lang="he" dir="rtl"');
    // Messages missing in that file are in English.
    expect(html).to.include('Agents are welcome here');
    expect(html).to.not.include('<b>חדש');
  });

  it('is also that of feeds', async () => {
    const { html, headers } = await get('/feed.xml?category=finance', 'de');
    expect(html).to.include('xml:lang="de"').and.include(': neu in Finanzen</title>');
    expect(headers.get('content-language')).to.equal('de');
  });

  it('is also that of errors, beside fields and above them', async () => {
    const german = { 'accept-language': 'de' };
    const visitor = visitorOf(server);
    const send = async (path: string, fields: Record<string, string>) => {
      const _csrf = csrfOf((await visitor.get(path, german)).html);
      return (await visitor.post(path, { _csrf, ...fields }, german)).html;
    };
    expect(await send('/sign-up', { name: '', email: 'x', password: 'short' }))
      .to.include('3 Angaben stimmen noch nicht')
      .and.include('Das fehlt noch.')
      .and.include('Das ist keine E-Mail-Adresse wie name@example.com.')
      .and.include('Diese Angabe muss mindestens 8 Zeichen haben.');
    expect(await send('/sign-in', { email: 'x@example.com', password: 'wrong' })).to.include(
      'E-Mail-Adresse oder Passwort stimmt nicht.',
    );
    const { html } = await visitor.get('/listings?sort=best', german);
    expect(html).to.include(
      'Diese Adresse nennt einen Filter, eine Reihenfolge oder eine Seite, die es nicht gibt.',
    );
    expect((await visitor.get('/nowhere', german)).html).to.include('Seite nicht gefunden');
  });

  it('is also that of what a moderator’s action is refused for, alone and among many', async () => {
    const german = { 'accept-language': 'de' };
    const visitor = visitorOf(server);
    await visitor.signUp('boss@example.com');
    await UserModel.query().patch({ role: 'admin' }).where({ email: 'boss@example.com' });
    const send = async (path: string, fields: Record<string, string>) => {
      const _csrf = csrfOf((await visitor.get('/admin/listings/belegmappe', german)).html);
      return (await visitor.post(path, { _csrf, ...fields }, german)).html;
    };
    const many = (items: string, action: string) =>
      send('/admin/bulk/listings/run', { action, items: items.replaceAll(' ', '\n') });
    await send('/admin/listings/belegmappe', { action: 'reject', reason: 'Nein.' });
    expect(await many('belegmappe none-such', 'approve'))
      .to.include('Nur wartende Einträge und Entwürfe lassen sich freigeben.')
      .and.include('Das gibt es nicht, oder Sie dürfen es nicht sehen');
    const all = { action: 'delete', scope: 'matching', expected_total: '26' };
    expect(await send('/admin/bulk/listings/run', all)).to.include('Geben Sie 26 ein');
    expect(await send('/admin/listings/belegmappe', { action: 'check-link' })).to.include(
      'Nur veröffentlichte Einträge werden geprüft.',
    );
    const owner = await userActor(
      (await UserModel.query().findOne({ email: 'owner@example.com' }))?.id ?? '',
    );
    await appealRejection(owner, 'belegmappe', { message: 'Bitte!' });
    expect(await send('/admin/review/belegmappe', { decision: 'reject' })).to.include(
      'Eine Ablehnung braucht eine Begründung',
    );
    await send('/admin/listings/belegmappe', { action: 'restore' });
    expect((await visitor.get('/admin/listings?from=2026-02-30', german)).html).to.include(
      'muss ein gültiges Datum sein.',
    );
  });

  it('is also that of the emails in the queue', async () => {
    const visitor = visitorOf(server);
    await visitor.signUp('postmaster@example.com');
    await UserModel.query().patch({ role: 'admin' }).where({ email: 'postmaster@example.com' });
    await openQueue(server.database.url);
    try {
      for (const kind of ['listing-moderated', 'of-another-release'])
        await enqueue('send-mail', { mailId: randomUUID(), kind });
      const { html } = await visitor.get('/admin/queue', { 'accept-language': 'de' });
      expect(html)
        .to.include('Entscheidung über einen Eintrag')
        .and.include('of-another-release')
        .and.not.include('listing-moderated');
    } finally {
      await closeQueue();
    }
  });

  it('is also that of the values in a history', async () => {
    const boss = await createMember('historian@example.com');
    await UserModel.query().patch({ role: 'admin' }).where({ email: 'historian@example.com' });
    const admin = await userActor(boss.account.id);
    await proposeEntry(admin, { name: 'Launch', url: 'https://launch.example.com' });
    const { entries } = await findEntries(admin, { q: 'launch.example.com' });
    await verifyEntry(admin, entries[0]?.id ?? '');
    await decideReview(admin, 'tidewater-notes', { decision: 'approve' });
    await change({ accent_color: '#0b7a4b' });
    const visitor = visitorOf(server);
    await visitor.signIn({ email: 'historian@example.com' });
    const lines = async (language: string) => {
      const { html } = await visitor.get('/admin/audit?limit=100', { 'accept-language': language });
      return html.replace(/<[^<>]+>/g, '').replace(/\s+/g, ' ');
    };
    expect(await lines('en'))
      .to.include('verified Launch: To verify → Verified')
      .and.include('reviewed Tidewater Notes: approved');
    const german = await lines('de');
    expect(german)
      .to.include('hat Launch bestätigt: Zu bestätigen → Bestätigt')
      .and.include('hat Tidewater Notes angesehen: freigegeben')
      .and.include('Kategorien Finanzen')
      .and.include('Preismodell Einmalkauf')
      .and.include('Was sich änderte: Akzentfarbe');
  });

  it('does not change the API, which is in English', async () => {
    await change({ language: 'de' });
    const answer = await server.fetch('/api/v1/listings?sort=best', { headers: { 'accept-language': 'de' } });
    const body = (await answer.json()) as { error: string };
    expect(body.error).to.match(/^"sort" must be one of/);
    expect(answer.headers.get('content-language')).to.equal(null);
    expect(answer.headers.get('vary') ?? '').to.not.match(/accept-language/i);
  });

  describe('in German', () => {
    // The markup is the same in all languages (markup.test.ts): a few pages show that no message breaks it.
    const paths = [
      '/',
      '/listings?q=zzzz+yyyy',
      '/listings/tidewater-notes',
      '/policy',
      '/sign-up',
      '/nowhere',
    ];
    for (const path of paths) {
      it(`${path} is valid HTML`, async () => {
        const { html, lang, status } = await get(path, 'de');
        expect([lang, status < 500]).to.deep.equal(['de', true]);
        await expectValid(html);
      });
    }
  });
});
