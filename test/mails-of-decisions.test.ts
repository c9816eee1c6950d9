// The emails of decisions: one rule, whichever door a decision came through.
import { expect } from 'chai';
import { type Json, useApi } from './helpers/api.js';
import { hurryMails, mailsTo } from './helpers/mails.js';

describe('the emails of decisions', () => {
  const api = useApi();
  let admin: { key: string };
  before(async () => {
    admin = await api.registerAdmin();
  });

  const one = (slug: string, action: string) =>
    api.post(`/api/v1/admin/listings/${slug}`, { action, reason: `To ${action}` }, { key: admin.key });
  const many = (slug: string, action: string) =>
    api.post('/api/v1/admin/listings', { action, slugs: [slug], reason: `To ${action}` }, { key: admin.key });
  const desk = (slug: string, decision: string) =>
    api.post(`/api/v1/admin/reviews/${slug}`, { decision, reason: `To ${decision}` }, { key: admin.key });
  const takeBack = async (slug: string) => {
    const { body } = await api.get(`/api/v1/admin/audit?subject=${slug}`, { key: admin.key });
    const [{ id }] = body.entries.filter(({ action }: Json) => /archive|reject/.test(String(action)));
    return api.post(`/api/v1/admin/audit/${id}/take-back`, {}, { key: admin.key });
  };

  /** An account with a listing whose arrival has been mailed. */
  async function listed() {
    const owner = await api.register();
    const { slug } = await api.submit(owner.key);
    await hurryMails();
    const before = (await mailsTo(owner.email)).length;
    const fresh = async () => (await mailsTo(owner.email)).slice(before);
    return { slug, fresh, key: owner.key };
  }

  it('wait, single and in bulk, and fold into the last one about a listing', async () => {
    for (const act of [one, many]) {
      const { slug, fresh } = await listed();
      expect((await act(slug, 'archive')).status).to.equal(200);
      expect((await act(slug, 'reject')).status).to.equal(200);
      expect(await fresh(), 'within ten minutes').to.deep.equal([]);
      await hurryMails();
      const mails = await fresh();
      expect(mails).to.have.length(1);
      expect(mails[0]).to.include('was rejected').and.include('To reject').and.not.include('To archive');
    }
  });

  it('are never sent about what was undone meanwhile, however it was', async () => {
    const ways: [string, (slug: string) => Promise<unknown>, (slug: string) => Promise<unknown>][] = [
      ['single', (slug) => one(slug, 'archive'), (slug) => one(slug, 'restore')],
      ['bulk', (slug) => many(slug, 'reject'), (slug) => many(slug, 'restore')],
      ['desk', (slug) => desk(slug, 'reject'), (slug) => desk(slug, 'undo')],
      ['audit log', (slug) => many(slug, 'archive'), takeBack],
      ['desk, then listings', (slug) => desk(slug, 'reject'), (slug) => one(slug, 'restore')],
    ];
    for (const [way, act, undo] of ways) {
      const { slug, fresh } = await listed();
      await act(slug);
      await undo(slug);
      const { body } = await api.get(`/api/v1/listings/${slug}`);
      expect(body.listing?.status, way).to.equal('live');
      await hurryMails();
      expect(await fresh(), way).to.deep.equal([]);
    }
  });

  it('tell what became of an earlier decision that waited, when a later one is undone', async () => {
    const { slug, fresh } = await listed();
    await one(slug, 'archive');
    await desk(slug, 'reject');
    await desk(slug, 'undo');
    await hurryMails();
    const mails = await fresh();
    expect(mails).to.have.length(1);
    expect(mails[0]).to.include('was archived');
  });

  it('do not repeat that a listing has arrived', async () => {
    const owner = await api.register();
    const { slug, id } = await api.submit(owner.key);
    await api.server.database
      .knex('listings')
      .where({ id })
      .update({ base_status: 'pending', published_at: null });
    expect((await one(slug, 'approve')).status).to.equal(200);
    await hurryMails();
    const mails = (await mailsTo(owner.email)).filter((mail) => mail.includes(`/listings/${slug}`));
    expect(mails).to.have.length(1);
  });
});
