// Webhooks: whatever a receiver does, no event is lost and no other webhook is affected.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { systemActor, type User } from '../../core/kernel/actor.js';
import { config, configure } from '../../core/kernel/config.js';
import { deleteListing, setListingStatus } from '../../core/listings/status.js';
import { submitListing, updateListing } from '../../core/listings/submit.js';
import { listChanges } from '../../core/search/changes.js';
import { findListings } from '../../core/search/search.js';
import { recordScreenshot } from '../../core/upkeep/captures.js';
import { listDeliveries, replayDelivery, sendTestEvent } from '../../core/webhooks/deliveries.js';
import type { WebhookDelivery } from '../../core/webhooks/schema.js';
import { findDueWebhooks, sendEvents, sweepWebhooks } from '../../core/webhooks/send.js';
import {
  createWebhook,
  findWebhooks,
  getWebhook,
  rotateWebhookSecret,
  setWebhookPaused,
  updateWebhook,
} from '../../core/webhooks/webhooks.js';
import { type Json, newProduct } from '../helpers/api.js';
import { useDatabase } from '../helpers/database.js';
import { createMember } from '../helpers/directory.js';
import { mailsTo } from '../helpers/mails.js';
import { useNameServer } from '../helpers/name-server.js';
import { seeded } from '../helpers/random.js';
import { isSigned, type Received, useReceiver } from '../helpers/receiver.js';

const OPEN = { LOG_LEVEL: 'silent', SCREENSHOT_ALLOW_PRIVATE: 'on' };
const FEED = ['listing.changed', 'listing.removed'];

describe('webhooks', () => {
  const database = useDatabase();
  const receiver = useReceiver();
  useNameServer();
  let owner: User;
  let count = 0;

  const set = (environment: Record<string, string> = {}) =>
    configure({ DATA_DIR: config.dataDir, ...OPEN, ...environment });
  before(async () => {
    set();
    owner = await createMember('hooks@example.com');
  });
  afterEach(async () => {
    set();
    await database.knex('webhooks').delete();
  });

  const subscribe = async (events: readonly string[], fields: Json = {}) =>
    (await createWebhook(owner, { url: receiver.url, events, ...fields })).webhook;
  const submit = async (fields: Json = {}) => (await submitListing(owner, newProduct(fields))).listing;
  const deliveries = async (id: string): Promise<WebhookDelivery[]> =>
    (await listDeliveries(owner, id, {})).deliveries.toReversed();
  const types = () => receiver.received.map(({ type }) => type);
  // Rounded to a millisecond, now() can lie ahead of the next statement's.
  const makeDue = () =>
    database
      .knex('webhook_deliveries')
      .whereNotNull('due_at')
      .update({ due_at: database.knex.raw(`now() - interval '1 second'`) });
  const moderator = systemActor('cli');

  it('report events of one’s own listings: published, rejected with the reason, a screenshot, a dead site, a closed report', async () => {
    set({ SCREENSHOTS: 'on' });
    const events = [
      'listing.published',
      'listing.rejected',
      'listing.screenshot_ready',
      'listing.unreachable',
      'listing.report_closed',
    ];
    const { id, secret } = await subscribe(events);
    const { slug, id: listingId } = await submit();
    await submitListing(await createMember(`other.${++count}@example.com`), newProduct());
    const screenshot_url = 'https://shots.example.com/1.webp';
    await recordScreenshot({ listing_id: listingId, status: 'ready', screenshot_url });
    const gone = { link_status: 'parked', link_status_at: new Date() };
    for (let look = 0; look < 2; look += 1) await database.knex('listings').where({ slug }).update(gone);
    await database
      .knex('reports')
      .insert({ listing_id: listingId, kind: 'wrong', reporter_key: Buffer.from('r') });
    await database.knex('reports').update({ outcome: 'dismissed', closed_at: new Date() });
    await setListingStatus(moderator, slug, { action: 'reject', reason: 'Not a product' });
    expect(receiver.received).to.deep.equal([]);
    await sendEvents(id);
    expect(types()).to.have.members(events);
    const { data } = receiver.received.find(({ type }) => type === 'listing.rejected') as Received;
    expect(data).to.deep.include({ listing_id: listingId, reason: 'Not a product' });
    expect(data.listing).to.deep.include({ slug, status: 'rejected' });
    for (const event of receiver.received) {
      expect(isSigned(secret, event), event.type).to.equal(true);
      expect(isSigned('whsec_AAAA', event)).to.equal(false);
    }
    expect((await deliveries(id)).map(({ state }) => state)).to.deep.equal(Array(5).fill('delivered'));
  });

  it('store an event with the change or not at all, and a dead worker’s lease expires', async () => {
    const { id } = await subscribe(['listing.published']);
    const { slug } = await submit();
    await database.knex('webhook_deliveries').delete();
    await setListingStatus(owner, slug, { action: 'archive' });
    await database.knex
      .transaction(async (trx) => {
        await trx('listings').where({ slug }).update({ archived_at: null });
        expect(await trx('webhook_deliveries')).to.have.length(1);
        throw new Error('crash');
      })
      .catch(() => undefined);
    expect(await database.knex('webhook_deliveries')).to.deep.equal([]);
    await setListingStatus(owner, slug, { action: 'restore' });
    await database.knex('webhooks').update({ leased_until: database.knex.raw(`now() + interval '9 s'`) });
    await sendEvents(id);
    expect(receiver.received).to.deep.equal([]);
    await database.knex('webhooks').update({ leased_until: database.knex.raw(`now() - interval '1 s'`) });
    expect(await sweepWebhooks()).to.equal(1);
    await sendEvents(id);
    expect(types()).to.deep.equal(['listing.published']);
    expect(await sweepWebhooks()).to.equal(0);
  });

  it('deliver every event later, under the same id, to a receiver that answered 500, was down or slow', async () => {
    const { id } = await subscribe(['listing.published']);
    await submit();
    receiver.answer = 500;
    await sendEvents(id);
    const { url } = receiver;
    await database.knex('webhooks').update({ url: 'http://127.0.0.1:9/' });
    await makeDue();
    await sendEvents(id);
    expect((await deliveries(id))[0]).to.deep.include({ state: 'waiting', attempts: 2, status: null });
    await database.knex('webhooks').update({ url });
    // It accepts the request and never responds; the worker is stopped, and the attempt does not count.
    const stopping = new AbortController();
    receiver.answer = () => stopping.abort();
    await makeDue();
    await sendEvents(id, stopping.signal);
    expect((await deliveries(id))[0]).to.deep.include({ state: 'waiting', attempts: 2 });
    receiver.answer = 204;
    await sendEvents(id);
    const ids = new Set(receiver.received.map((event) => event.id));
    expect([receiver.received.length, ids.size]).to.deep.equal([3, 1]);
    const [delivery] = await deliveries(id);
    expect(delivery).to.deep.include({ state: 'delivered', attempts: 3, status: 204 });
  });

  it('of one account with slow receivers leave workers to others', async () => {
    const slow: string[] = [];
    for (let n = 0; n < 10; n += 1) slow.push((await subscribe(['listing.published'])).id);
    await submit({ name: 'Slow notes' });
    const other = await createMember('other.hooks@example.com');
    const { id } = (await createWebhook(other, { url: receiver.url, events: ['listing.published'] })).webhook;
    await submitListing(other, newProduct());
    const stopping = new AbortController();
    receiver.answer = (response, { data }) => {
      if (!JSON.stringify(data).includes('Slow notes')) response.writeHead(204).end();
    };
    let ended = 0;
    const jobs = slow.map((one) =>
      sendEvents(one, stopping.signal).finally(() => {
        ended += 1;
      }),
    );
    while (ended < 8) await sleep(5);
    await sendEvents(id);
    expect(await listDeliveries(other, id, {})).to.have.nested.property('deliveries[0].state', 'delivered');
    expect(ended, 'two are still waiting for their receivers').to.equal(8);
    stopping.abort();
    await Promise.all(jobs);
  });

  it('that receivers do not take leave places to others, and come last', async () => {
    const silent: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      const member = await createMember(`silent${n}.hooks@example.com`);
      const { webhook } = await createWebhook(member, { url: receiver.url, events: ['listing.published'] });
      await submitListing(member, newProduct({ name: `Slow notes ${n}` }));
      silent.push(webhook.id);
    }
    await database.knex('webhook_deliveries').update({ attempts: 1 });
    const { id } = await subscribe(['listing.published']);
    await submit();
    expect((await findDueWebhooks())[0]).to.equal(id);

    const stopping = new AbortController();
    receiver.answer = (response, { data }) => {
      if (!JSON.stringify(data).includes('Slow notes')) response.writeHead(204).end();
    };
    let ended = 0;
    const jobs = silent.map((one) =>
      sendEvents(one, stopping.signal).finally(() => {
        ended += 1;
      }),
    );
    while (ended < 5) await sleep(5);
    await sendEvents(id);
    expect((await deliveries(id))[0]).to.include({ state: 'delivered' });
    expect(ended, 'four are still waiting for their receivers').to.equal(5);
    stopping.abort();
    await Promise.all(jobs);
  });

  it('back off from attempt to attempt, for two days in all', async () => {
    const { id } = await subscribe(['listing.published']);
    await submit();
    receiver.answer = 503;
    let waited = 0;
    for (;;) {
      await sendEvents(id);
      const [delivery] = await deliveries(id);
      const { paused_at } = (await getWebhook(owner, id)).webhook;
      if (paused_at) break;
      const pause = Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.attempted_at ?? '');
      expect(pause).to.be.greaterThan(1000);
      waited += pause;
      await makeDue();
    }
    expect(waited / 3_600_000).to.be.within(47, 48);
    expect(receiver.received).to.have.length(10);
  });

  it('are paused with a mail when their receiver takes nothing, and deliver the backlog when resumed', async () => {
    const { id } = await subscribe(['listing.published']);
    await submit();
    receiver.answer = 500;
    await database.knex('webhook_deliveries').update({ attempts: 9 });
    await sendEvents(id);
    await submit();
    const { webhook } = await getWebhook(owner, id);
    expect(webhook.paused_reason).to.contain('It responded with 500.');
    expect((await mailsTo('hooks@example.com')).at(-1))
      .to.contain('is paused')
      .and.not.contain('/hook');
    await makeDue();
    await sendEvents(id);
    expect(receiver.received).to.have.length(1);
    receiver.answer = 204;
    await updateWebhook(owner, id, { paused: false });
    await sendEvents(id);
    expect((await deliveries(id)).map(({ state }) => state)).to.deep.equal(['delivered', 'delivered']);
  });

  it('give up an event that is never accepted, which can be sent again, without holding up the others', async () => {
    const { id } = await subscribe(['listing.published']);
    const bad = await submit();
    await submit();
    receiver.answer = (response, { data }) => {
      response.writeHead(data.listing_id === bad.id ? 422 : 204).end();
    };
    await sendEvents(id);
    await database.knex('webhook_deliveries').whereNotNull('due_at').update({ attempts: 9 });
    await makeDue();
    await sendEvents(id);
    const [failed, other] = await deliveries(id);
    expect([failed?.state, other?.state]).to.deep.equal(['failed', 'delivered']);
    expect((await getWebhook(owner, id)).webhook.paused_at).to.equal(null);
    receiver.answer = 204;
    await replayDelivery(owner, id, failed?.id ?? '');
    await sendEvents(id);
    expect(receiver.received.at(-1)).to.deep.include({ id: failed?.id, type: 'listing.published' });
  });

  it('are listed for operators by host, and can be paused and resumed', async () => {
    const { id } = await subscribe(['listing.published']);
    await sendTestEvent(owner, id);
    await setWebhookPaused(moderator, id, true, { reason: 'Too much' });
    await sendEvents(id);
    expect(receiver.received).to.deep.equal([]);
    const { webhooks } = await findWebhooks(moderator, {});
    expect(webhooks[0]).to.deep.include({ id, owner: 'hooks@example.com', paused_reason: 'Too much' });
    expect(JSON.stringify(webhooks)).to.not.contain('/hook');
    await setWebhookPaused(moderator, id, false);
    await sendEvents(id);
    expect((await deliveries(id)).map(({ state }) => state)).to.deep.equal(['delivered']);
  });

  it('are paused at once by a 410', async () => {
    const { id } = await subscribe(['listing.published']);
    await sendTestEvent(owner, id);
    receiver.answer = 410;
    await sendEvents(id);
    expect((await getWebhook(owner, id)).webhook.paused_reason).to.contain('410');
  });

  it('do not follow redirects', async () => {
    const { id } = await subscribe(['listing.published']);
    await sendTestEvent(owner, id);
    receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end();
    await sendEvents(id);
    expect(receiver.received).to.have.length(1);
    expect((await deliveries(id))[0]).to.deep.include({ state: 'waiting', status: 307 });
  });

  it('do not connect to a name that resolves to a private address, and do not reveal it', async () => {
    const { id } = await subscribe(['listing.published']);
    const port = new URL(receiver.url).port;
    await database.knex('webhooks').update({ url: `http://hooks.example.com:${port}/` });
    await sendTestEvent(owner, id);
    set({ SCREENSHOT_ALLOW_PRIVATE: 'off' });
    await database.knex('webhooks').update({ url: 'https://hooks.example.com/' });
    await sendEvents(id);
    expect(receiver.received).to.deep.equal([]);
    const [delivery] = await deliveries(id);
    expect(delivery?.error).to.equal('The host is not publicly reachable.');
    set();
    await database.knex('webhooks').update({ url: `http://hooks.example.com:${port}/` });
    await makeDue();
    await sendEvents(id);
    expect(types()).to.deep.equal(['webhook.test']);
  });

  it('sign with the old secret beside a new one for a day', async () => {
    const { id, secret: old } = await subscribe(['listing.published']);
    const { secret } = (await rotateWebhookSecret(owner, id)).webhook;
    await sendTestEvent(owner, id);
    await sendEvents(id);
    const [event] = receiver.received as [Received];
    expect([isSigned(old, event), isSigned(secret, event)]).to.deep.equal([true, true]);
    await database.knex('webhooks').update({ old_secret_until: new Date() });
    await sendTestEvent(owner, id);
    await sendEvents(id);
    const next = receiver.received.at(-1) as Received;
    expect([isSigned(old, next), isSigned(secret, next)]).to.deep.equal([false, true]);
    const stored = await database.knex('webhooks').first();
    expect(JSON.stringify(stored) + stored.secret.toString('latin1')).to.not.contain(secret.slice(6));
  });

  it('follow a category: what enters it, changes in it and leaves it', async () => {
    const { id } = await subscribe(FEED, { categories: ['design'] });
    const inside = await submit({ categories: ['design'] });
    await submit({ categories: ['finance'] });
    await sendEvents(id);
    await updateListing(owner, inside.slug, { categories: ['finance'] });
    await sendEvents(id);
    await updateListing(owner, inside.slug, { categories: ['design'] });
    await deleteListing(owner, inside.slug);
    await sendEvents(id);
    expect(receiver.received.map(({ type, data }) => [type, data.id])).to.deep.equal([
      ['listing.changed', inside.id],
      ['listing.removed', inside.id],
      ['listing.removed', inside.id],
    ]);
  });

  it('give exactly the live set under concurrent writes, as the changes feed does', async function () {
    this.timeout(0);
    const writes = Number(process.env.WEBHOOK_WRITES ?? 30);
    const before = await liveSet();
    const { id } = await subscribe(FEED);
    const refused = new Set<number>();
    const random = seeded(30);
    receiver.answer = (response) => {
      const isRefused = random() < 0.3;
      if (isRefused) refused.add(receiver.received.length - 1);
      response.writeHead(isRefused ? 500 : 204).end();
    };
    const slugs: string[] = [];
    const write = async (number: number) => {
      const slug = slugs[Math.floor(random() * slugs.length)] ?? '';
      if (number % 3 === 0 || !slug) slugs.push((await submit()).slug);
      else if (number % 3 === 1) await updateListing(owner, slug, { tagline: `Number ${number}` });
      else await setListingStatus(owner, slug, { action: number % 2 ? 'archive' : 'restore' });
    };
    let isWriting = true;
    const sending = (async () => {
      while (isWriting) {
        await sendEvents(id);
        await makeDue();
        await sleep(5);
      }
    })();
    for (let done = 0; done < writes; done += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => write(done + index)));
    }
    isWriting = false;
    await sending;
    receiver.answer = 204;
    await makeDue();
    await sendEvents(id);
    const taken = receiver.received.filter((_, index) => !refused.has(index));
    const live = Object.fromEntries(Object.entries(await liveSet()).filter(([one]) => !(one in before)));
    expect(replay(taken)).to.deep.equal(live);
    // A receiver that lost everything after some event continues from there in the feed.
    const kept = receiver.received.slice(0, Math.floor(receiver.received.length / 2));
    const confirmed = kept.filter((_, index) => !refused.has(index));
    const state = replay(confirmed);
    for (let next = String(kept.at(-1)?.data.since), hasMore = true; hasMore; ) {
      const page = await listChanges(owner, { since: next });
      for (const { id: one, listing } of page.changes) {
        if (listing) state[one] = listing.updated_at;
        else delete state[one];
      }
      [next, hasMore] = [page.next_since, page.has_more];
    }
    expect(state).to.deep.equal(live);
  });

  /** The final state of a receiver that stores the latest version of each listing. */
  function replay(events: readonly Received[]): Record<string, string> {
    const newest = new Map<string, Json>();
    for (const { data } of events) {
      if ((newest.get(data.id)?.sequence ?? 0) <= data.sequence) newest.set(data.id, data);
    }
    const live = [...newest.values()].filter(({ removed }) => !removed);
    return Object.fromEntries(live.map(({ id, listing }) => [id, listing.updated_at]));
  }

  async function liveSet(): Promise<Record<string, string>> {
    const live: Record<string, string> = {};
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await findListings(owner, { limit: 50, ...(cursor ? { cursor } : {}) });
      for (const { id, updated_at } of page.listings) live[id] = updated_at;
      cursor = page.next_cursor ?? undefined;
    }
    return live;
  }
});
