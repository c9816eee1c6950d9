import { expect } from 'chai';
import { rescreenIfChanged } from '../../core/moderation/policy-review.js';
import { explainContent } from '../../core/policy/screening.js';
import { expectError, newProduct, useApi } from '../helpers/api.js';
import { visitorOf } from '../helpers/pages.js';

const UNSURE = {
  name: 'Second Income',
  tagline: 'Earn daily from home, no skills needed',
  description: 'Your money works while you sleep.',
};
/** Those of the flag that weighed most with the model. */
const WORDS = explainContent(UNSURE).flag?.words.join(', ') ?? '';
const PLAIN = {
  name: 'Fieldnote',
  tagline: 'Notes that link to each other',
  description: 'Write in plain text and find it again.',
};

type Review = { listing: { slug: string }; sources: string[] };

describe('a listing the policy flags', () => {
  const api = useApi();
  let admin: { key: string; email: string; password: string };
  let owner: { key: string };
  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register('Ada Lovelace');
  });
  const submit = (fields: object) => api.post('/api/v1/listings', newProduct(fields), { key: owner.key });
  const queued = async (slug: string): Promise<Review | undefined> => {
    const { body } = await api.get('/api/v1/admin/reviews?limit=100&source=policy', { key: admin.key });
    return body.reviews.find((review: Review) => review.listing.slug === slug);
  };
  const approve = (slug: string) =>
    api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'approve' }, { key: admin.key });

  it('is published and queued for review with its evidence', async () => {
    const { status, body } = await submit(UNSURE);
    expect(status).to.equal(201);
    expect(body.status).to.equal('live');
    const { slug } = body.listing;
    expect((await queued(slug))?.sources).to.deep.equal(['policy']);
    const { review } = (await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key })).body;
    const [{ words, likelihood, ...evidence }] = review.policy;
    expect(evidence).to.deep.equal({
      ...{ category: 'illegal', field: 'tagline', matched: UNSURE.tagline, rules: ['model'] },
    });
    expect(likelihood).to.be.within(0.1, 1);
    expect(words).to.include('earn');
    const visitor = visitorOf(api.server);
    await visitor.signIn(admin);
    const { html } = await visitor.get(`/admin/review?slug=${slug}`);
    expect(html).to.include(`% likely a violation, most because of: ${words.join(', ')}`);
  });

  it('is queued once, until its text changes', async () => {
    const { slug } = (await submit(UNSURE)).body.listing;
    expect((await approve(slug)).status).to.equal(200);
    expect(await queued(slug)).to.equal(undefined);
    await api.patch(`/api/v1/listings/${slug}`, { pricing_summary: 'Free' }, { key: owner.key });
    expect(await queued(slug)).to.equal(undefined);
    const changed = { tagline: 'Earn daily from your home, no skills needed' };
    await api.patch(`/api/v1/listings/${slug}`, changed, { key: owner.key });
    expect(await queued(slug)).to.not.equal(undefined);
    await api.patch(`/api/v1/listings/${slug}`, PLAIN, { key: owner.key });
    expect(await queued(slug)).to.equal(undefined);
  });

  it('is queued when the rules change, once a version; what these rules have screened is not screened again', async () => {
    const { slug } = (await submit(PLAIN)).body.listing;
    await api.server.database.knex('policy_screenings').delete();
    expect(await rescreenIfChanged()).to.include({ screened: 0, flagged: 0 });
    await api.server.database
      .knex('listings')
      .where({ slug })
      .update({ ...UNSURE, screened_by: 0 });
    await api.server.database.knex('policy_screenings').delete();
    expect(await rescreenIfChanged()).to.include({ screened: 1, flagged: 1 });
    expect(await queued(slug)).to.not.equal(undefined);
    expect(await rescreenIfChanged()).to.equal(null);
  });

  it('is screened as stored and quoted as typed', async () => {
    const tagline = 'Buy cocai\u006e\u0303e and heroin online, del\u0069\u0301vered';
    const answer = await submit({ tagline });
    expectError(answer, 422, 'content_policy', 'tagline');
    expect(tagline).to.include(answer.body.matched);
    // A vowel that composes with the consonant before it hides nothing: stored, it is one syllable.
    const hidden = await submit({ tagline: 'Hardcore porn videos, watch online \u1100\u1161' });
    expectError(hidden, 422, 'content_policy', 'tagline');
    expect('Hardcore porn videos, watch online \u1100\u1161').to.include(hidden.body.matched);
  });
});

describe('POLICY_UNSURE=hold', () => {
  const api = useApi({ POLICY_UNSURE: 'hold' });

  it('keep a flagged listing pending, unless an admin submits it', async () => {
    const owner = await api.register('Ada Lovelace');
    const admin = await api.registerAdmin();
    const held = await api.post('/api/v1/listings', newProduct(UNSURE), { key: owner.key });
    expect(held.body.status).to.equal('pending');
    const { slug } = (await api.post('/api/v1/listings', newProduct(PLAIN), { key: owner.key })).body.listing;
    const edited = await api.patch(`/api/v1/listings/${slug}`, UNSURE, { key: owner.key });
    expect(edited.body.listing.status).to.equal('pending');
    const own = await api.post('/api/v1/listings', newProduct(UNSURE), { key: admin.key });
    expect(own.body.status).to.equal('live');
    // The history says why, in the language of who reads it; the log keeps the message, and programs read it in English.
    const visitor = visitorOf(api.server);
    await visitor.signIn(admin);
    const reasons = [];
    for (const language of ['en', 'de']) {
      const { html } = await visitor.get(`/admin/listings/${slug}`, { 'accept-language': language });
      reasons.push((/<p class="history-reason">(.*?)<\/p>/s.exec(html)?.[1] ?? '').replaceAll('&quot;', '"'));
    }
    expect(reasons).to.deep.equal([
      `The content policy is unsure about "${UNSURE.tagline}" in tagline, mostly because of: ${WORDS}.`,
      `Die Inhaltsrichtlinie ist bei „${UNSURE.tagline}“ unsicher (Feld: Kurzbeschreibung), am meisten wegen: ${WORDS}.`,
    ]);
    const [entry] = await api.server.database
      .knex('audit_entries')
      .where({ action: 'listing.update', subject_label: slug });
    expect(entry.reason).to.equal(null);
    expect(entry.said).to.deep.equal({
      key: 'audit-reason.unsure-by',
      values: { matched: UNSURE.tagline, field: 'tagline', words: WORDS },
    });
    const { body } = await api.get(`/api/v1/admin/audit?action=listing.update&subject=${slug}`, {
      key: admin.key,
    });
    expect(body.entries[0].reason).to.equal(reasons[0]);
  });

  it('tell the owner of a held listing which words in which field, in their language', async () => {
    const owner = await api.register('Hedy Lamarr');
    const held = await api.post('/api/v1/listings', newProduct(UNSURE), { key: owner.key });
    const { slug, status_reason } = held.body.listing;
    expect(status_reason).to.equal(
      `The content policy is unsure about "${UNSURE.tagline}" in tagline, mostly because of: ${WORDS}.`,
    );
    const read = await api.get(`/api/v1/listings/${slug}`, { key: owner.key });
    expect(read.body.listing.status_reason).to.equal(status_reason);
    const mine = await api.get('/api/v1/listings?mine=1', { key: owner.key });
    expect(mine.body.listings[0].status_reason).to.equal(status_reason);
    const visitor = visitorOf(api.server);
    await visitor.signIn(owner);
    for (const page of ['/account', `/account/listings/${slug}/edit`])
      for (const [language, words] of [
        ['en', [`“${UNSURE.tagline}” in the tagline`, `These words counted most: ${WORDS}.`]],
        ['de', [`„${UNSURE.tagline}“ in der Kurzbeschreibung`, `Am meisten wiegt: ${WORDS}.`]],
      ] as const) {
        const { html } = await visitor.get(page, { 'accept-language': language });
        for (const word of words) expect(html).to.include(word);
      }
    const { html } = await visitor.get(`/listings/${slug}`, { 'accept-language': 'de' });
    expect(html).to.include('unsicher (Feld: Kurzbeschreibung)').and.not.include('is unsure about');
  });
});
