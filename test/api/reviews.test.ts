// Reports, appeals and the review desk over the API.
import { expect } from 'chai';
import { systemActor } from '../../core/kernel/actor.js';
import { findReviewOf } from '../../core/moderation/reviews.js';
import { queueReviewEvents, sendDeskMails } from '../../core/moderation/team-news.js';
import { cleanUp } from '../../core/service/retention.js';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { allMails, hurryMails, mailsTo } from '../helpers/mails.js';
import { insertManyListings } from '../helpers/many-listings.js';
import { visitorOf } from '../helpers/pages.js';

type Account = { key: string; id: string; email: string; password: string };

describe('the review desk', () => {
  const api = useApi({ RATE_LIMIT_REPORT: '0' });
  let admin: Account;
  let second: Account;
  let owner: Account;
  before(async () => {
    admin = await api.registerAdmin();
    second = await api.registerAdmin();
    owner = await api.register('Ada Lovelace');
  });
  const report = (slug: string, body: object, key?: string) =>
    api.post(`/api/v1/listings/${slug}/reports`, body, { key });
  const decide = (slug: string, decision: string, reason?: string, key = admin.key) =>
    api.post(`/api/v1/admin/reviews/${slug}`, { decision, reason }, { key });
  const queue = async (query = '') =>
    (await api.get(`/api/v1/admin/reviews?limit=100${query}`, { key: admin.key })).body.reviews;
  const next = (key = admin.key) => api.post('/api/v1/admin/reviews/next', undefined, { key });
  const statusOf = async (slug: string) =>
    (await api.get(`/api/v1/listings/${slug}`, { key: admin.key })).body.listing.status;

  /** Why a listing is in the queue, without the rest of the queue. */
  const sourcesOf = async (slug: string) => {
    const { id } = await api.server.database.knex('listings').where({ slug }).first('id');
    return (await findReviewOf(systemActor('cli'), id))?.sources ?? [];
  };
  const act = (slug: string, action: string, key: string, reason?: string) =>
    api.post(`/api/v1/listings/${slug}`, { action, reason }, { key });

  it('is open to admins only', async () => {
    expectError(await api.get('/api/v1/admin/reviews', { key: owner.key }), 403, 'forbidden');
    expectError(await next(owner.key), 403, 'forbidden');
    expectError(await decide('x', 'approve', undefined, owner.key), 403, 'forbidden');
  });

  it('queues automatically published listings until one is approved', async () => {
    const { slug } = await api.submit(owner.key);
    const item = (await queue('&source=new')).find(
      (review: { listing: { slug: string } }) => review.listing.slug === slug,
    );
    expect(item.sources).to.deep.equal(['new']);
    expect((await decide(slug, 'approve')).body.listing.status).to.equal('live');
    expect(await sourcesOf(slug)).to.deep.equal([]);
  });

  it('does not queue a listing that an admin restored outside the desk', async () => {
    const { slug } = await api.submit(owner.key);
    await act(slug, 'reject', admin.key);
    await act(slug, 'restore', second.key);
    expect(await sourcesOf(slug)).not.to.include('new');
  });

  it('does not queue listings submitted by admins', async () => {
    const { slug } = await api.submit(admin.key);
    expect(await sourcesOf(slug)).to.deep.equal([]);
  });

  it('accepts one report from each reporter, and notifies them of the decision', async () => {
    const { slug } = await api.submit(owner.key);
    const body = { kind: 'scam', message: 'It asks for a card number.', email: 'watcher@example.com' };
    const first = await report(slug, body);
    expect(first.status).to.equal(201);
    expect(first.body.report).to.include({ kind: 'scam', outcome: null });
    expect((await report(slug, body)).body).to.deep.include({ created: false });
    expect((await report(slug, { kind: 'broken' })).status).to.equal(201);
    const other = await api.register();
    expect((await report(slug, body, other.key)).status).to.equal(201);
    const { body: found } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key });
    expect(found.review.sources).to.deep.equal(['report', 'new']);
    expect(found.review.reports.map((one: { kind: string }) => one.kind)).to.deep.equal([
      'scam',
      'broken',
      'scam',
    ]);
    expect((await decide(slug, 'reject', 'A fraud')).body.listing.status).to.equal('rejected');
    expect(await mailsTo('watcher@example.com')).to.have.length(0);
    await hurryMails();
    const mails = await mailsTo('watcher@example.com');
    expect(mails).to.have.length(1);
    expect(mails[0]).to.include('no longer public');
    // Closed: the same may be reported anew, should it come back.
    expect((await api.get('/api/v1/admin/reviews?source=report', { key: admin.key })).body.total).to.equal(0);
  });

  it('answers a report by what was fixed, or by marking a dead link, and undoes either', async () => {
    const { slug } = await api.submit(owner.key);
    const knex = api.server.database.knex;
    const outcomes = async () =>
      (await knex('reports').join('listings', 'listings.id', 'listing_id').where({ slug })).map(
        ({ outcome }) => outcome,
      );
    const linkOf = async () => (await knex('listings').where({ slug }).first()).link_status;
    expectError(await decide(slug, 'fixed'), 400, 'validation_error', 'decision');
    await report(slug, { kind: 'wrong', message: 'It is free now.', email: 'finder@example.com' });
    const moderator = await api.registerAdmin();
    const desk = visitorOf(api.server);
    await desk.signIn(moderator);
    const page = `/admin/review?item=${slug}`;
    expect((await desk.get(page)).html)
      .to.contain('Fixed, thank the reporter')
      .and.contain(`/admin/listings/${slug}/edit?back=desk`);
    const { location } = await desk.submit(`/admin/review/${slug}`, { decision: 'fixed' }, page);
    expect(location).to.contain(`fixed=${slug}`);
    expect(await outcomes()).to.deep.equal(['fixed']);
    expect(await linkOf()).to.equal(null);
    await decide(slug, 'undo', undefined, moderator.key);
    expect(await outcomes()).to.deep.equal([null]);
    expect((await decide(slug, 'dead_link')).body).to.deep.include({ decision: 'dead_link', can_undo: true });
    expect((await decide(slug, 'dead_link')).status, 'a second click').to.equal(200);
    expect([await linkOf(), await statusOf(slug), ...(await outcomes())]).to.deep.equal([
      'unreachable',
      'live',
      'fixed',
    ]);
    expect(await sourcesOf(slug)).not.to.include('link');
    expect((await decide(slug, 'undo')).body.undone).to.equal('dead_link');
    expect([await linkOf(), ...(await outcomes())]).to.deep.equal([null, null]);
    await decide(slug, 'fixed');
    await hurryMails();
    const [mail, ...others] = await mailsTo('finder@example.com');
    expect(mail).to.include('the listing has been corrected');
    expect(others).to.deep.equal([]);
  });

  it('notifies everyone who gave an email, and shows no guest what another at their address wrote', async () => {
    const { slug } = await api.submit(owner.key);
    const first = await report(slug, { kind: 'rights', message: 'That is my logo.' });
    expect(first.body.report.message).to.equal('That is my logo.');
    const same = await report(slug, { kind: 'rights', message: 'Who wrote to you?' });
    expect(same.body).to.deep.equal({ report: { ...first.body.report, message: null }, created: false });
    for (const email of ['first@example.com', 'second@example.com', 'SECOND@example.com'])
      await report(slug, { kind: 'rights', email });
    const { body } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key });
    expect(body.review.reports).to.have.length(3);
    await decide(slug, 'approve');
    await hurryMails();
    for (const email of ['first@example.com', 'second@example.com'])
      expect(await mailsTo(email)).to.have.length(1);
  });

  it('refuses reports of hidden listings and invalid reports', async () => {
    const { slug } = await api.submit(owner.key);
    expectError(await report(slug, { kind: 'boring' }), 400, 'validation_error', 'kind');
    expectError(await report(slug, { kind: 'other', email: 'nobody' }), 400, 'validation_error', 'email');
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key: owner.key });
    expectError(await report(slug, { kind: 'other' }), 404, 'not_found');
  });

  it('tells the team: one email a day, appeals at once, a feed, and an event for webhooks', async () => {
    const knex = api.server.database.knex;
    const hooks = { url: 'https://hooks.example.com/desk', events: ['review.waiting'] };
    expectError(await api.post('/api/v1/webhooks', hooks, { key: owner.key }), 403, 'forbidden');
    const { webhook } = (await api.post('/api/v1/webhooks', hooks, { key: second.key })).body;
    const emails = (body?: Json, key = second.key) =>
      body
        ? api.post('/api/v1/admin/reviews/emails', body, { key })
        : api.get('/api/v1/admin/reviews/emails', { key });
    expect((await emails()).body.emails).to.equal('none');
    expectError(await emails({ emails: 'hourly' }), 400, 'validation_error');
    expectError(await emails({ emails: 'daily' }, owner.key), 403, 'forbidden');
    expect((await emails({ emails: 'appeals' })).body.emails).to.equal('appeals');

    const { slug } = await api.submit(owner.key, { name: 'Told <b>Kite</b>' });
    await act(slug, 'reject', admin.key, 'Not a product');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'It is' }, { key: owner.key });
    const about = (text: string) => async () =>
      (await mailsTo(second.email)).filter((mail) => mail.includes(text)).length;
    expect(await about('has appealed against its rejection')()).to.equal(1);
    expect(await sendDeskMails()).to.equal(1);
    expect(await sendDeskMails()).to.equal(0);
    expect(await sendDeskMails(new Date(Date.now() + 86_400_001))).to.equal(1);
    expect(await about('at the review desk of')()).to.equal(2);
    expect(await about('the oldest for a day')()).to.equal(1);
    expect((await emails({ emails: 'none' })).status).to.equal(200);
    expect(await sendDeskMails(new Date(Date.now() + 10 * 86_400_000))).to.equal(0);

    const events = () => knex('webhook_deliveries').where({ webhook_id: webhook.id }).select('type', 'data');
    await queueReviewEvents();
    await queueReviewEvents();
    const made = await events();
    const ours = made.filter(({ data }: Json) => data.slug === slug);
    expect(ours).to.have.length(1);
    expect(ours[0].data).to.deep.include({ slug, name: 'Told <b>Kite</b>', sources: ['appeal'] });

    const visitor = visitorOf(api.server);
    await visitor.signIn(second);
    const page = await visitor.get('/admin/review/emails');
    const path = /\/feed\/desk\/[\w-]+/.exec(page.html)?.[0] ?? '';
    const feed = await api.server.fetch(path);
    expect(feed.headers.get('content-type')).to.include('application/atom+xml');
    expect(await feed.text()).to.include('Told &lt;b&gt;Kite&lt;/b&gt;: Appeal');
    expect((await api.server.fetch(`${path.slice(0, -4)}AAAA`)).status).to.equal(404);
    await knex('users').where({ email: second.email }).update({ role: 'user' });
    expect((await api.server.fetch(path)).status).to.equal(404);
    await knex('users').where({ email: second.email }).update({ role: 'admin' });
    await decide(slug, 'approve');
  });

  it('accepts one appeal from an owner, and answers it with a reason', async () => {
    const { slug } = await api.submit(owner.key);
    const appeal = (message: string, key = owner.key) =>
      api.post(`/api/v1/listings/${slug}/appeals`, { message }, { key });
    expectError(await appeal('Why not?'), 403, 'forbidden');
    await decide(slug, 'reject', 'No product');
    expectError(await appeal('It is one', second.key), 403, 'forbidden');
    expect((await appeal('It is a product: see the shop.')).status).to.equal(201);
    expectError(await appeal('Please!'), 403, 'forbidden');
    expect((await queue('&source=appeal'))[0].listing.slug).to.equal(slug);
    expectError(await decide(slug, 'reject'), 400, 'validation_error', 'reason');
    await decide(slug, 'reject', 'The shop sells nothing.');
    const { body } = await api.get(`/api/v1/listings/${slug}/appeals`, { key: owner.key });
    expect(body.appeal).to.include({ outcome: 'denied', answer: 'The shop sells nothing.' });
    await hurryMails();
    expect(
      (await allMails()).some((mail) => mail.includes('stays rejected') && mail.includes(owner.email)),
    ).to.equal(true);
    expect(await statusOf(slug)).to.equal('rejected');
  });

  it('restores a listing whose appeal is granted', async () => {
    const { slug } = await api.submit(owner.key);
    await decide(slug, 'reject', 'No product');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'It is one.' }, { key: owner.key });
    expect((await decide(slug, 'approve')).body.listing.status).to.equal('live');
    const { body } = await api.get(`/api/v1/listings/${slug}/appeals`, { key: owner.key });
    expect(body.appeal).to.equal(null);
    // A ready reason is worded for its reader, whichever the moderator chose it in.
    const ready = 'Against the content policy.';
    await decide(slug, 'reject', ready);
    const visitor = visitorOf(api.server);
    await visitor.signIn(owner);
    const german = await visitor.get(`/account/listings/${slug}/edit`, { 'accept-language': 'de' });
    expect(german.html).to.contain('Gegen die Inhaltsrichtlinie').and.not.contain(ready);
  });

  it('undoes a decision with all its effects', async () => {
    const listing = await api.submit(owner.key);
    const { slug } = listing;
    await report(slug, { kind: 'wrong' });
    await decide(slug, 'reject', 'A slip of the finger');
    const takedowns = () => api.server.database.knex('takedowns').where({ listing_name: listing.name });
    expect(await takedowns()).to.have.length(1);
    expectError(await decide(slug, 'undo', undefined, second.key), 403, 'forbidden');
    expect((await decide(slug, 'undo')).body.listing.status).to.equal('live');
    expect(await takedowns()).to.have.length(0);
    const { body } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key });
    expect(body.review.sources).to.deep.equal(['report', 'new']);
    expectError(await decide(slug, 'undo'), 403, 'forbidden');
  });

  const versionOf = async (slug: string, key = admin.key) =>
    (await api.get(`/api/v1/admin/reviews/${slug}`, { key })).body.review.version;
  const judge = (slug: string, decision: string, version: string, key = admin.key) =>
    api.post(`/api/v1/admin/reviews/${slug}`, { decision, version }, { key });

  it('treats a second click as the first', async () => {
    const { slug } = await api.submit(owner.key);
    await report(slug, { kind: 'wrong' });
    const version = await versionOf(slug);
    for (let click = 0; click < 2; click++) {
      expect((await judge(slug, 'reject', version)).body).to.include({ decision: 'reject', can_undo: true });
    }
    expect((await decide(slug, 'undo')).body.listing.status).to.equal('live');
    expect(await sourcesOf(slug)).to.include('report');
  });

  it('does not let one moderator overrule another’s unseen decision', async () => {
    const { slug } = await api.submit(owner.key);
    const version = await versionOf(slug);
    await judge(slug, 'approve', version, second.key);
    expectError(await judge(slug, 'reject', version), 409, 'review_changed');
    expect(await statusOf(slug)).to.equal('live');
    // Of the same mind: nothing to do, and nothing of one's own to take back.
    expect((await judge(slug, 'approve', version)).body.can_undo).to.equal(false);
    expectError(await decide(slug, 'undo'), 403, 'forbidden');
  });

  it('refuses a decision on text or reports that the moderator has not seen', async () => {
    const { slug } = await api.submit(owner.key);
    const first = await versionOf(slug);
    await api.patch(`/api/v1/listings/${slug}`, { tagline: 'Something else' }, { key: owner.key });
    expectError(await judge(slug, 'approve', first), 409, 'review_changed');
    const then = await versionOf(slug);
    await report(slug, { kind: 'scam' });
    expectError(await judge(slug, 'approve', then), 409, 'review_changed');
    expect((await judge(slug, 'approve', await versionOf(slug))).status).to.equal(200);
  });

  it('refuses to undo once the listing has changed', async () => {
    const refused = async (slug: string, why: string) => {
      const answer = await decide(slug, 'undo');
      expectError(answer, 403, 'forbidden');
      expect(answer.body.error).to.include(why);
    };
    const archived = await api.submit(owner.key);
    await decide(archived.slug, 'approve');
    await act(archived.slug, 'archive', owner.key, 'Sold');
    await refused(archived.slug, 'has changed since');
    expect(await statusOf(archived.slug)).to.equal('archived');

    const overruled = await api.submit(owner.key);
    await decide(overruled.slug, 'approve');
    await decide(overruled.slug, 'reject', 'No product', second.key);
    await refused(overruled.slug, 'Someone else');

    const appealed = await api.submit(owner.key);
    await decide(appealed.slug, 'reject', 'No product');
    await api.post(`/api/v1/listings/${appealed.slug}/appeals`, { message: 'It is' }, { key: owner.key });
    await refused(appealed.slug, 'appealed since');
  });

  it('undoes a decision although the report was filed again since', async () => {
    const { slug } = await api.submit(owner.key);
    await report(slug, { kind: 'wrong' });
    await decide(slug, 'approve');
    await report(slug, { kind: 'wrong', message: 'Still' });
    expect((await decide(slug, 'undo')).status).to.equal(200);
    const { review } = (await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key })).body;
    expect(review.reports.map((one: { message: string }) => one.message)).to.deep.equal(['Still']);
  });

  it('recalls unsent mails of an undone decision, and sends a correction after sent ones', async () => {
    const { slug, name } = await api.submit(owner.key);
    await report(slug, { kind: 'wrong', email: 'patient@example.com' });
    const toOwner = async () =>
      (await mailsTo(owner.email))
        .filter((mail) => mail.includes(`“${name}”`))
        .map((mail) => mail.match(/Subject: (.*)/)?.[1]);
    await decide(slug, 'reject', 'A slip');
    await decide(slug, 'undo');
    await hurryMails();
    expect(await toOwner()).to.have.length(0);
    expect(await mailsTo('patient@example.com')).to.have.length(0);
    await decide(slug, 'reject', 'A slip');
    await hurryMails();
    expect(await toOwner()).to.have.length(1);
    await decide(slug, 'undo');
    await hurryMails();
    const mails = await mailsTo(owner.email);
    expect(mails.at(-1)).to.include('was restored by the team').and.include('Everyone can see it again');
  });

  it('closes open reports and appeals when an admin decides outside the desk', async () => {
    const { slug } = await api.submit(owner.key);
    await report(slug, { kind: 'scam', email: 'elsewhere@example.com' });
    await act(slug, 'reject', admin.key, 'A fraud');
    expect(await sourcesOf(slug)).not.to.include('report');
    await hurryMails();
    expect((await mailsTo('elsewhere@example.com'))[0]).to.include('no longer public');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'It is none' }, { key: owner.key });
    expect(await sourcesOf(slug)).to.include('appeal');
    await act(slug, 'restore', admin.key);
    const row = await api.server.database.knex('appeals').where({ message: 'It is none' }).first();
    expect(row.outcome).to.equal('granted');
    expect(await sourcesOf(slug)).not.to.include('appeal');
  });

  it('notifies reporters when a listing is deleted, alone or with its account', async () => {
    const goer = await api.register();
    for (const remove of [
      (slug: string) => api.delete(`/api/v1/admin/listings/${slug}`, { key: admin.key }),
      () => api.delete(`/api/v1/admin/users/${goer.id}`, { key: admin.key }),
    ]) {
      const { slug, name } = await api.submit(goer.key);
      await report(slug, { kind: 'scam', email: 'keen@example.com' });
      expect((await remove(slug)).status).to.equal(200);
      await hurryMails();
      expect((await mailsTo('keen@example.com')).at(-1))
        .to.include('has been deleted')
        .and.include(name);
      expectError(await decide(slug, 'approve'), 404, 'not_found');
    }
  });

  it('thanks no reporter for a deletion that the owner made', async () => {
    const { slug } = await api.submit(owner.key);
    await report(slug, { kind: 'scam', email: 'watchful@example.com' });
    expect((await api.delete(`/api/v1/listings/${slug}`, { key: owner.key })).status).to.equal(200);
    await hurryMails();
    const [mail] = await mailsTo('watchful@example.com');
    expect(mail).to.include('Its owner has deleted the listing').and.not.include('Thank you');
  });

  it('suspends an appeal while its owner has the listing archived', async () => {
    const { slug } = await api.submit(owner.key);
    await decide(slug, 'reject', 'No product');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'It is one.' }, { key: owner.key });
    await act(slug, 'archive', owner.key);
    expect(await sourcesOf(slug)).not.to.include('appeal');
    expectError(await decide(slug, 'approve'), 400, 'validation_error', 'decision');
    await act(slug, 'restore', owner.key);
    expect(await sourcesOf(slug)).to.include('appeal');
    expect((await decide(slug, 'approve')).body.listing.status).to.equal('live');
  });

  it('keeps a takedown on the rejected page after its owner moved the listing elsewhere and won an appeal', async () => {
    const { slug, website_url: before } = await api.submit(owner.key);
    const after = newProduct().website_url;
    await decide(slug, 'reject', 'Sells nothing');
    const edit = (website_url: string) =>
      api.patch(`/api/v1/listings/${slug}`, { website_url }, { key: owner.key });
    expect((await edit(after)).body.listing).to.include({ status: 'rejected', website_url: after });
    expectError(await decide(slug, 'undo'), 403, 'forbidden');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'See the new site' }, { key: owner.key });
    expect((await decide(slug, 'approve')).body.listing.status).to.equal('live');
    expectError(await edit(before), 400, 'website_url_taken');
    const other = { ...newProduct(), website_url: before };
    expectError(await api.post('/api/v1/listings', other, { key: second.key }), 400, 'website_url_taken');
  });

  it('moves on in the console when an item has changed or is gone, and keeps the typed text for the same item', async () => {
    const moderator = await api.registerAdmin();
    const desk = visitorOf(api.server);
    await desk.signIn(moderator);
    const { slug, name } = await api.submit(owner.key);
    const page = `/admin/review?item=${slug}`;
    const decideIt = (fields: Record<string, string>) => desk.submit(`/admin/review/${slug}`, fields, page);
    expect((await desk.get(page)).html).to.contain(`>${name}</h2>`);
    const version = await versionOf(slug, moderator.key);
    await api.patch(`/api/v1/listings/${slug}`, { tagline: 'Quite another' }, { key: owner.key });
    const stale = await decideIt({ decision: 'reject', reason: 'So I typed', version });
    expect(stale.status).to.equal(422);
    for (const shown of ['This has changed since you opened it', 'Quite another', 'So I typed'])
      expect(stale.html).to.contain(shown);
    // Another moderator has it open meanwhile: it is readable, and what was typed waits for whoever takes it over.
    await decide(slug, 'take', undefined, second.key);
    const held = await decideIt({ decision: 'reject', reason: 'So I typed', version });
    expect(held.html).to.contain('Take it over to decide').and.contain(`>${name}</h2>`);
    expect(held.html)
      .to.contain('has had this open for less than a minute')
      .and.not.contain('value="approve"');
    const taken = await decideIt({ decision: 'take', reason: 'So I typed' });
    expect(taken.html).to.contain('value="approve"').and.contain('>So I typed</textarea>');
    await api.delete(`/api/v1/listings/${slug}`, { key: owner.key });
    const gone = await decideIt({ decision: 'approve', version });
    expect(gone.location).to.equal(`/admin/review?gone=${slug}`);
    expect((await desk.get(`/admin/review?gone=${slug}`)).html).to.contain('has been deleted meanwhile');
  });

  it('shows in the console what was undone or skipped, with a way back', async () => {
    const moderator = await api.registerAdmin();
    const desk = visitorOf(api.server);
    await desk.signIn(moderator);
    const { slug, name } = await api.submit(owner.key);
    const act = async (decision: string, reason = 'A slip') => {
      const page = `/admin/review?item=${slug}`;
      const { location } = await desk.submit(`/admin/review/${slug}`, { decision, reason }, page);
      return { location, html: (await desk.get(location ?? '')).html.replace(/\s+/g, ' ') };
    };
    const said = new RegExp(`role="status"[^]*?<a href="/admin/listings/${slug}">${name}</a>`);
    for (const decision of ['approve', 'reject']) {
      const decided = await act(decision);
      expect(decided.location).to.equal(`/admin/review?${decision}=${slug}`);
      expect(decided.html).to.match(said).and.to.include('value="undo"').and.to.include('Today: ');
      const back = await act('undo');
      expect(back.location).to.equal(`/admin/review?item=${slug}&undo=${slug}`);
      expect(back.html).to.match(said).and.to.include('Undone: your decision about');
      expect(back.html).to.not.include('value="undo"');
    }
    const skipped = await act('skip');
    expect(skipped.html).to.match(said).and.to.include(`href="/admin/review?item=${slug}"`);
    // An address that somebody made up says nothing.
    const { html } = await desk.get('/admin/review?gone=All%20your%20base');
    expect(html).to.not.include('your base');
  });

  it('returns over REST what an undo restored', async () => {
    const { slug } = await api.submit(owner.key);
    await decide(slug, 'reject', 'No');
    expect((await decide(slug, 'undo')).body).to.include({
      decision: 'undo',
      undone: 'reject',
      can_undo: false,
    });
  });

  it('counts every waiting listing once, and finds items far from the head', async () => {
    const { knex } = api.server.database;
    const { slug } = await api.submit(owner.key);
    await report(slug, { kind: 'scam' });
    await report(slug, { kind: 'wrong' });
    const totalOf = async (query: string) =>
      (await api.get(`/api/v1/admin/reviews?limit=1${query}`, { key: admin.key })).body.total;
    const before = { all: await totalOf(''), pending: await totalOf('&source=pending') };
    await insertManyListings(knex, 130);
    await knex('listings')
      .where('slug', 'like', 'many-%')
      .update({ base_status: 'pending', published_at: null });
    try {
      expect(await totalOf('')).to.equal(before.all + 130);
      expect(await totalOf('&source=pending')).to.equal(before.pending + 130);
      const listed = await queue();
      expect(listed.filter((one: Json) => one.listing.slug === slug)).to.have.length(1);
      const waits = (await api.get('/api/v1/admin/reviews/many-130', { key: admin.key })).body;
      expect(waits.review.sources).to.deep.equal(['pending']);
      expect(waits.waiting).to.equal(before.all + 130);
      const { body } = await api.get('/api/v1/admin/reviews?source=pending&limit=10&page=13', {
        key: admin.key,
      });
      expect(body.reviews).to.have.length(10);
    } finally {
      await knex('listings').where('slug', 'like', 'many-%').delete();
    }
  });

  it('reassigns an item when its moderator’s lease expires', async () => {
    const { slug } = await api.submit(owner.key);
    const seen = async (key: string) => (await api.get(`/api/v1/admin/reviews/${slug}`, { key })).body.review;
    const { version } = await seen(admin.key);
    const claim = (key: string) =>
      api.post(`/api/v1/admin/reviews/${slug}`, { decision: 'take', version }, { key });
    expect((await seen(second.key)).claimed_until, 'reading holds nothing').to.equal(null);
    expect((await claim(admin.key)).status).to.equal(200);
    expect((await seen(admin.key)).claimed_until).to.be.a('string');
    const refused = await claim(second.key);
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'review_changed']);
    expect((await seen(second.key)).claimed_by).to.include.keys('id', 'name', 'since');
    await api.server.database.knex('review_claims').update({ leased_until: new Date(0) });
    expect((await claim(second.key)).status).to.equal(200);
    expect((await seen(admin.key)).claimed_until).to.equal(null);
  });

  it('lets nobody decide what another has open, unless they take it over', async () => {
    const { slug } = await api.submit(owner.key);
    const { version } = (await api.get(`/api/v1/admin/reviews/${slug}`, { key: second.key })).body.review;
    await decide(slug, 'take', undefined, admin.key);
    const act = (decision: string, more: object) =>
      api.post(`/api/v1/admin/reviews/${slug}`, { decision, ...more }, { key: second.key });
    expect((await act('approve', { version })).status).to.equal(409);
    expect((await act('take', {})).status).to.equal(200);
    expect((await act('approve', { version })).status).to.equal(200);
    expect((await act('take', {})).status, 'it is decided').to.equal(404);
  });

  it('assigns no item to two moderators, also under concurrent requests', async () => {
    await Promise.all(Array.from({ length: 6 }, () => api.submit(owner.key)));
    const taken = await Promise.all([admin, second, admin, second].map(({ key }) => next(key)));
    const slugs = taken.map(({ body }) => body.review.listing.slug);
    expect(new Set([slugs[0], slugs[2]]).has(slugs[1])).to.equal(false);
    expect(new Set([slugs[0], slugs[2]]).has(slugs[3])).to.equal(false);
  });

  it('does not show a skipped item again to whoever skipped it', async () => {
    const { review } = (await next()).body;
    const { slug } = review.listing;
    await decide(slug, 'skip');
    expect((await next()).body.review.listing.slug).not.to.equal(slug);
    const { body } = await api.get(`/api/v1/admin/reviews/${slug}`, { key: second.key });
    expect(body.review.claimed_by).to.equal(null);
  });

  it('deletes a reporter’s email with their account, and after the report is closed', async () => {
    const { slug } = await api.submit(owner.key);
    const { knex } = api.server.database;
    const emails = () =>
      knex('reports')
        .join('listings', 'listings.id', 'reports.listing_id')
        .where({ slug })
        .orderBy('reports.created_at')
        .pluck('email');
    const reporter = await api.register();
    await report(slug, { kind: 'scam', message: 'A fake.', email: 'leaving@example.com' }, reporter.key);
    await report(slug, { kind: 'scam', email: 'staying@example.com' });
    await api.delete(`/api/v1/admin/users/${reporter.id}`, { key: admin.key });
    expect(await emails()).to.deep.equal([null, 'staying@example.com']);
    await decide(slug, 'approve');
    await hurryMails();
    expect(await mailsTo('leaving@example.com')).to.have.length(0);
    expect(await mailsTo('staying@example.com')).to.have.length(1);
    await cleanUp();
    expect(await emails()).to.deep.equal([null, 'staying@example.com']);
    await knex('reports').update({ closed_at: knex.raw("closed_at - interval '25 hours'") });
    await cleanUp();
    expect(await emails()).to.deep.equal([null, null]);
  });

  it('shows the history of the owner and of the host', async () => {
    const { slug } = await api.submit(owner.key);
    await decide(slug, 'reject', 'Not yet');
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'Now?' }, { key: owner.key });
    const { review } = (await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key })).body;
    expect(review.owner_history.rejected).to.be.greaterThan(0);
    const { approved, reports_upheld: upheld } = review.owner_history;
    const one = await api.submit(owner.key);
    await api.server.database.knex('listings').where({ slug: one.slug }).update({ base_status: 'pending' });
    await decide(one.slug, 'approve');
    await api.post(`/api/v1/listings/${one.slug}/reports`, { kind: 'scam', message: 'Not a product' });
    await decide(one.slug, 'reject', 'A scam');
    const after = (await api.get(`/api/v1/admin/reviews/${slug}`, { key: admin.key })).body.review;
    expect(after.owner_history).to.include({ approved: approved + 1, reports_upheld: upheld + 1 });
    expect(review.host_decisions[0]).to.include({ action: 'listing.reject', slug, reason: 'Not yet' });
    const repository = await api.submit(owner.key, { website_url: 'https://github.com/one/notes' });
    await decide(repository.slug, 'reject', 'No product');
    const other = await api.submit(owner.key, { website_url: 'https://github.com/two/tasks' });
    const about = await api.get(`/api/v1/admin/reviews/${other.slug}`, { key: admin.key });
    expect(about.body.review.host_decisions, 'of the repository, where many share a host').to.deep.equal([]);
  });
});

describe('the review desk with AUTO_PUBLISH=off', () => {
  const api = useApi({ AUTO_PUBLISH: 'off' });

  it('publishes an approved listing, logs it as an approval, and can undo it', async () => {
    const admin = await api.registerAdmin();
    const owner = await api.register();
    const { slug } = await api.submit(owner.key);
    const decide = (decision: string) =>
      api.post(`/api/v1/admin/reviews/${slug}`, { decision }, { key: admin.key });
    const { body: taken } = await api.post('/api/v1/admin/reviews/next', undefined, { key: admin.key });
    expect(taken.review.listing.slug).to.equal(slug);
    expect(taken.review.sources).to.deep.equal(['pending']);
    const { listing } = (await decide('approve')).body;
    expect(listing.status).to.equal('live');
    const { entries } = (await api.get(`/api/v1/admin/audit?subject=${slug}`, { key: admin.key })).body;
    expect(entries[0].action).to.equal('listing.approve');
    expect((await decide('undo')).body.listing).to.include({ status: 'pending', published_at: null });
  });

  it('publishes a listing rejected while pending with one approval', async () => {
    const [admin, owner] = [await api.registerAdmin(), await api.register()];
    const { slug } = await api.submit(owner.key);
    const decide = (decision: string) =>
      api.post(`/api/v1/admin/reviews/${slug}`, { decision, reason: 'Hm' }, { key: admin.key });
    await hurryMails();
    await mailsTo(owner.email);
    await decide('reject');
    await hurryMails();
    await mailsTo(owner.email);
    await api.post(`/api/v1/listings/${slug}/appeals`, { message: 'See again' }, { key: owner.key });
    expect((await decide('approve')).body.listing.status).to.equal('live');
    await hurryMails();
    expect((await mailsTo(owner.email)).at(-1))
      .to.match(/was (approved|restored)/)
      .and.include('Everyone can see it');
  });
});
