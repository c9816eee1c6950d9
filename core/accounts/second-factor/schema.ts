// Second factors, in the wire format of Better Auth's plug-ins `twoFactor` and `passkey`.
import { type Static, Type } from '@sinclair/typebox';
import * as s from '../../kernel/schema.js';

/** Optional if the session proved its identity within the last minutes. */
const password = Type.Optional(s.anyPassword());
const code = Type.String({ minLength: 1, maxLength: 64, 'x-text': 'line', examples: ['123456'] });
const trustDevice = Type.Optional(
  Type.Boolean({ description: 'Do not ask for a second factor on this device for 30 days.' }),
);

export const TwoFactorSetup = s.titled('TwoFactorSetup', {
  password,
  method: Type.Optional(s.word(['totp'] as const)),
  issuer: Type.Optional(s.line(100, { description: 'The name that the authenticator app shows.' })),
});
export const PasswordProof = s.titled('PasswordProof', { password });
export const CodeProof = s.titled('CodeProof', {
  code,
  trustDevice,
  disableSession: Type.Optional(Type.Boolean({ description: 'Use the code up without signing in.' })),
});

const backupCodes = Type.Array(Type.String(), { description: 'Recovery codes: readable only now.' });
export const TwoFactorStarted = s.titled('TwoFactorStarted', {
  method: s.word(['totp'] as const),
  totpURI: Type.String(),
  backupCodes,
});
export const TotpUri = s.titled('TotpUri', { totpURI: Type.String() });
export const RecoveryCodes = s.titled('RecoveryCodes', { status: s.flag(true), backupCodes });

export const TWO_FACTOR_METHODS = ['totp', 'passkey'] as const;
export type TwoFactorMethod = (typeof TWO_FACTOR_METHODS)[number];
/** Response to a correct password: no session until the second factor is given. */
export const TwoFactorRedirect = s.titled('TwoFactorRedirect', {
  twoFactorRedirect: s.flag(true),
  twoFactorMethods: Type.Array(s.word(TWO_FACTOR_METHODS)),
});

const bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_\\-]+=*$' });
const credential = { id: bytes(1400), rawId: bytes(1400), type: s.word(['public-key'] as const) };
/** A new passkey, as `PublicKeyCredential.toJSON()` writes it. */
export const AttestationResponse = s.titled('AttestationResponse', {
  ...credential,
  response: Type.Object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(40_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});
export type AttestationResponse = Static<typeof AttestationResponse>;
export const AssertionResponse = s.titled('AssertionResponse', {
  ...credential,
  response: Type.Object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: Type.Optional(s.nullable(Type.String({ maxLength: 200 }))),
  }),
});
export type AssertionResponse = Static<typeof AssertionResponse>;

const passkeyName = s.optionalText(100, { examples: ['Laptop'] });
export const PasskeyQuery = Type.Object({
  authenticatorAttachment: Type.Optional(s.word(['platform', 'cross-platform'] as const)),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  context: Type.Optional(Type.String({ maxLength: 1000 })),
});
export const PasskeyRegistration = s.titled('PasskeyRegistration', {
  response: AttestationResponse,
  name: Type.Optional(passkeyName),
});
export const PasskeyAuthentication = s.titled('PasskeyAuthentication', { response: AssertionResponse });
export const PasskeyChoice = s.titled('PasskeyChoice', { id: Type.String({ maxLength: 100 }) });
export const PasskeyNaming = s.titled('PasskeyNaming', {
  id: Type.String({ maxLength: 100 }),
  name: s.line(100),
});

export const Passkey = s.titled('Passkey', {
  id: s.uuid(),
  userId: s.uuid(),
  name: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  credentialID: Type.String(),
  publicKey: Type.String({ description: 'In base64.' }),
  counter: Type.Integer(),
  deviceType: Type.String({ examples: ['multiDevice'] }),
  backedUp: Type.Boolean(),
  transports: Type.String({ examples: ['internal,hybrid'] }),
  aaguid: Type.String(),
  createdAt: s.instant(),
});
export type Passkey = Static<typeof Passkey>;
export const PasskeyList = Type.Array(Passkey);
export const PasskeyResult = s.titled('PasskeyResult', { passkey: Passkey });
export const PasskeyOptions = Type.Object(
  { challenge: Type.String() },
  { title: 'PasskeyOptions', description: 'What `navigator.credentials` takes, in JSON.' },
);
