// The content policy as callers see it, and what admins can do about it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { adminOf } from '../helpers/admin.js';
import { expectError, newProduct, useApi } from '../helpers/api.js';

const PHARMACY = { tagline: 'Valium and Tramadol without prescription, shipped discreetly' };

describe('the content policy over the API', () => {
  const api = useApi();
  let admin: { key: string };
  let owner: { key: string };
  before(async () => {
    admin = await api.registerAdmin();
    owner = await api.register('Ada Lovelace');
  });
  const policyFile = () => join(config.dataDir, 'policy.json');
  const submit = (fields: object) => api.post('/api/v1/listings', newProduct(fields), { key: owner.key });

  it('answers 422 with the category, the words as typed, and the field', async () => {
    const tagline = 'Fast de\u0301livery of c\u200bocaine to your door';
    const answer = await submit({ tagline });
    expectError(answer, 422, 'content_policy', 'tagline');
    expect(answer.body.category).to.equal('drugs');
    expect(tagline).to.include(answer.body.matched);
    expect(answer.body.error).to.include('/policy');
  });

  it('names the field website when the request did', async () => {
    const { website_url: _, ...product } = newProduct();
    const body = { ...product, website: 'https://buy-cocaine-online.example.com' };
    const answer = await api.post('/api/v1/listings', body, { key: owner.key });
    expectError(answer, 422, 'content_policy', 'website');
    expect(body.website).to.include(answer.body.matched);
  });

  it('screens updates, admins’ edits and restores', async () => {
    const { slug } = await api.submit(owner.key);
    const update = await api.patch(`/api/v1/listings/${slug}`, PHARMACY, { key: owner.key });
    expectError(update, 422, 'content_policy', 'tagline');
    const edit = await api.patch(`/api/v1/admin/listings/${slug}`, PHARMACY, { key: admin.key });
    expectError(edit, 422, 'content_policy', 'tagline');
    await api.post(`/api/v1/listings/${slug}`, { action: 'archive' }, { key: owner.key });
    await api.server.database.knex('listings').where({ slug }).update(PHARMACY);
    const restore = await api.post(`/api/v1/listings/${slug}`, { action: 'restore' }, { key: owner.key });
    expectError(restore, 422, 'content_policy', 'tagline');
  });

  describe('with a policy.json', () => {
    afterEach(() => rmSync(policyFile(), { force: true }));
    const write = (policy: object) => writeFileSync(policyFile(), JSON.stringify(policy));

    it('applies the operator’s refusals and exemptions without a restart', async () => {
      const casino = { tagline: 'The friendliest online casino' };
      expect((await submit(casino)).status).to.equal(201);
      write({
        add: [{ category: 'illegal', terms: ['online casino*'], reason: 'No gambling here' }],
        exempt: { phrases: ['cocaine hippos'] },
      });
      expectError(await submit(casino), 422, 'content_policy', 'tagline');
      expect((await submit({ tagline: 'Buy tickets to see the cocaine hippos' })).status).to.equal(201);
    });

    it('keeps the previous rules when the file becomes invalid, and warns the operator', async () => {
      write({ add: [{ category: 'illegal', terms: ['zorbing'], reason: 'Not here' }] });
      expectError(await submit({ tagline: 'Zorbing for beginners' }), 422, 'content_policy', 'tagline');
      writeFileSync(policyFile(), '{"add": [{"category": "boring"}]}');
      expectError(await submit({ tagline: 'Zorbing for experts' }), 422, 'content_policy', 'tagline');
      const check = await adminOf(api.server.database)('policy check "anything"');
      expect(check.code).to.equal(3);
      expect(check.stderr).to.match(/policy\.json.*category/);
    });
  });
});
