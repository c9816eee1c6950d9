import { expect } from 'chai';
import { UserModel } from '../../db/models/accounts.js';
import { userActor } from '../helpers/actors.js';
import { submitDemo } from '../helpers/directory.js';
import { GUEST_PAGES, MEMBER_PAGES, visitorOf } from '../helpers/pages.js';
import { invalidateCache, queriesOf } from '../helpers/queries.js';
import { useServer } from '../helpers/server.js';

describe('at most three queries for a page, four for a category or a letter, five for a search:', () => {
  const server = useServer();
  const visitor = visitorOf(server);
  /** After a change, the counts beside a list are read again, once for all requests. A search needs one more query for
   * words missing from the statistics, a category one for what introduces it. */
  const most = (path: string) => (path.includes('q=') ? 5 : /letter=|^\/categories\//.test(path) ? 4 : 3);
  before(async () => {
    await visitor.signUp('member@example.com');
    const row = await UserModel.query().findOne({ email_key: 'member@example.com' }).throwIfNotFound();
    await submitDemo(await userActor(row.id));
  });

  for (const path of [...GUEST_PAGES, '/feed.xml', '/sitemap.xml']) {
    it(`${path} for a guest`, async () => {
      const guest = visitorOf(server);
      await guest.get(path);
      await invalidateCache(server.database);
      const asked = await queriesOf(async () => expect((await guest.get(path)).status).to.be.below(500));
      expect(asked.length, asked.join('\n')).to.be.at.most(most(path));
    });
  }

  // The others show a member nothing else than a guest.
  const theirs = GUEST_PAGES.filter((path) => /[?]|^\/\w+\/|^\/(shortlist|listings|alternatives)/.test(path));
  for (const path of [...new Set([...MEMBER_PAGES, ...theirs])]) {
    it(`${path} for someone who has signed in`, async () => {
      await visitor.get(path);
      const asked = await queriesOf(async () => expect((await visitor.get(path)).status).to.be.below(500));
      expect(asked.length, asked.join('\n')).to.be.at.most(most(path));
    });
  }
});
