// Better Auth's own client, unchanged, against the running server.
import { createAuthClient } from 'better-auth/client';
import { expect } from 'chai';
import { allMails } from '../helpers/mails.js';
import { useServer } from '../helpers/server.js';

describe("Better Auth's own client", () => {
  const server = useServer();

  /** A client with the cookie jar a browser would bring. */
  function newClient() {
    let cookie = '';
    return createAuthClient({
      baseURL: server.url,
      fetchOptions: {
        customFetchImpl: async (input, init) => {
          const headers = new Headers(init?.headers);
          if (cookie) headers.set('cookie', cookie);
          headers.set('origin', server.url);
          const response = await fetch(input, { ...init, headers });
          const set = response.headers.get('set-cookie');
          if (set) cookie = set.split(';')[0] ?? '';
          return response;
        },
      },
    });
  }

  it('signs up, reads the session, signs out, signs in, resets the password', async () => {
    const client = newClient();
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
    const signedUp = await client.signUp.email(account);
    expect(signedUp.error).to.equal(null);
    expect(signedUp.data?.user.email).to.equal(account.email);

    const session = await client.getSession();
    expect(session.data?.user.name).to.equal('Ada');
    expect(session.data?.session.userId).to.equal(signedUp.data?.user.id);

    expect((await client.signOut()).data).to.deep.equal({ success: true });
    expect((await client.getSession()).data).to.equal(null);

    const wrong = await client.signIn.email({ ...account, password: 'wrong horse' });
    expect(wrong.error).to.include({ status: 401, code: 'invalid_credentials' });
    expect(wrong.error?.message).to.be.a('string').that.is.not.empty;
    const signedIn = await client.signIn.email({ ...account, rememberMe: false, callbackURL: '/account' });
    expect(signedIn.error).to.equal(null);
    expect((await client.listSessions()).data).to.have.length(1);

    const asked = await client.requestPasswordReset({ email: account.email, redirectTo: '/reset-password' });
    expect(asked.data?.status).to.equal(true);
    const [mail = ''] = await allMails();
    const token = /token=([\w-]+)/.exec(mail)?.[1] ?? '';
    const reset = await client.resetPassword({ newPassword: 'another horse', token });
    expect(reset.error).to.equal(null);
    expect((await client.getSession()).data).to.equal(null);
    expect((await client.signIn.email({ ...account, password: 'another horse' })).error).to.equal(null);
    expect((await client.signOut()).error).to.equal(null);
  });
});
