// Better Auth's own client with its plug-ins for two factors and passkeys, unchanged, against the running server.
import { passkeyClient } from '@better-auth/passkey/client';
import { createAuthClient } from 'better-auth/client';
import { twoFactorClient } from 'better-auth/client/plugins';
import { expect } from 'chai';
import type { Json } from '../helpers/api.js';
import { codeOf } from '../helpers/codes.js';
import { useServer } from '../helpers/server.js';
import { SoftPasskey } from '../helpers/soft-passkey.js';

const buffer = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;

/** What a browser has for passkeys, as far as the client uses it. */
function offerPasskeys(device: SoftPasskey): void {
  const credential = ({ id, rawId, type, response }: Json) => ({
    id,
    rawId: buffer(rawId),
    type,
    response: {
      ...Object.fromEntries(
        Object.entries(response).map(([name, value]) => [
          name,
          typeof value === 'string' ? buffer(value) : value,
        ]),
      ),
      getTransports: () => response.transports,
    },
    getClientExtensionResults: () => ({}),
  });
  /** The client hands over bytes where the options have text. */
  const asJson = ({ challenge, user, allowCredentials, ...rest }: Json) => ({
    ...rest,
    challenge: Buffer.from(challenge).toString('base64url'),
    ...(user ? { user: { ...user, id: Buffer.from(user.id).toString('base64url') } } : {}),
    ...(allowCredentials
      ? {
          allowCredentials: allowCredentials.map((one: Json) => ({
            ...one,
            id: Buffer.from(one.id).toString('base64url'),
          })),
        }
      : {}),
  });
  const credentials = {
    create: async ({ publicKey }: Json) => credential(device.create(asJson(publicKey))),
    get: async ({ publicKey }: Json) => credential(device.get(asJson(publicKey))),
  };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { credentials } });
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: class {} });
}

describe("Better Auth's own client, with two factors,", () => {
  const server = useServer();
  const before = ['navigator', 'PublicKeyCredential'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  after(() => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  /** A client with a cookie jar as a browser has it. */
  function newClient() {
    const cookies = new Map<string, string>();
    return createAuthClient({
      baseURL: server.url,
      plugins: [twoFactorClient(), passkeyClient()],
      fetchOptions: {
        customFetchImpl: async (input, init) => {
          const headers = new Headers(init?.headers);
          headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
          headers.set('origin', server.url);
          const response = await fetch(input, { ...init, headers });
          for (const line of response.headers.getSetCookie()) {
            const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
            if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
            else cookies.set(name, value);
          }
          return response;
        },
      },
    });
  }

  it('sets up an authenticator app, signs in with it and with a recovery code, and removes it', async () => {
    const client = newClient();
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
    await client.signUp.email(account);
    const { password } = account;
    expect((await client.twoFactor.enable({ password: 'wrong horse' })).error).to.include({ status: 401 });
    const enabled = (await client.twoFactor.enable({ password })).data as Json;
    expect(enabled.method).to.equal('totp');
    expect(enabled.backupCodes).to.have.length(10);
    const { data: shown } = await client.twoFactor.getTotpUri({ password });
    expect(shown?.totpURI).to.equal(enabled.totpURI);
    expect((await client.twoFactor.verifyTotp({ code: codeOf(enabled.totpURI) })).error).to.equal(null);
    expect((await client.getSession()).data?.user).to.include({ twoFactorEnabled: true });

    await client.signOut();
    const first = (await client.signIn.email(account)).data as Json;
    expect(first).to.deep.equal({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect((await client.getSession()).data).to.equal(null);
    const wrong = await client.twoFactor.verifyTotp({ code: '000000' });
    expect(wrong.error).to.include({ status: 401, code: 'invalid_credentials' });
    const second = await client.twoFactor.verifyTotp({ code: codeOf(enabled.totpURI, 1), trustDevice: true });
    expect(second.data?.user.email).to.equal(account.email);
    expect((await client.getSession()).data?.session.token).to.equal(second.data?.token);

    await client.signOut();
    expect((await client.signIn.email(account)).data, 'a trusted device').to.include({ redirect: false });
    expect((await client.twoFactor.generateBackupCodes({ password })).data?.backupCodes).to.have.length(10);
    const { data: renewed } = await client.twoFactor.generateBackupCodes({ password });
    const elsewhere = newClient();
    await elsewhere.signIn.email(account);
    const old = await elsewhere.twoFactor.verifyBackupCode({ code: enabled.backupCodes[0] });
    expect(old.error, 'replaced').to.include({ status: 401 });
    const code = renewed?.backupCodes[0] ?? '';
    expect((await elsewhere.twoFactor.verifyBackupCode({ code })).error).to.equal(null);
    expect((await elsewhere.getSession()).data?.user.email).to.equal(account.email);

    expect((await client.twoFactor.disable({ password })).data).to.deep.equal({ status: true });
    expect((await newClient().signIn.email(account)).data).to.include({ redirect: false });
  });

  it('adds a passkey, signs in with it, names and removes it', async () => {
    const client = newClient();
    offerPasskeys(new SoftPasskey(server.url));
    const account = { name: 'Bob', email: 'bob@example.com', password: 'correct horse' };
    await client.signUp.email(account);
    const { error } = await client.passkey.addPasskey({ name: 'Laptop' });
    expect(error).to.equal(null);
    const { data: list } = await client.$fetch<Json[]>('/passkey/list-user-passkeys');
    expect(list?.[0]).to.include({ name: 'Laptop', counter: 0, transports: 'internal' });

    await client.signOut();
    expect((await client.signIn.passkey()).error, 'alone').to.equal(null);
    expect((await client.getSession()).data?.user.email).to.equal(account.email);
    await client.signOut();
    const first = (await client.signIn.email(account)).data as Json;
    expect(first).to.deep.equal({ twoFactorRedirect: true, twoFactorMethods: ['passkey'] });
    expect((await client.signIn.passkey()).error, 'after the password').to.equal(null);

    const id = list?.[0]?.id;
    const renamed = await client.$fetch<Json>('/passkey/update-passkey', {
      method: 'POST',
      body: { id, name: 'Desk' },
    });
    expect(renamed.data?.passkey).to.include({ id, name: 'Desk', counter: 2 });
    const removed = await client.$fetch('/passkey/delete-passkey', { method: 'POST', body: { id } });
    expect(removed.data).to.deep.equal({ status: true });
    await client.signOut();
    expect((await client.signIn.email(account)).data).to.include({ redirect: false });
    expect((await client.signIn.passkey()).error).to.include({ status: 401 });
  });
});
