// Second factors, in the wire format of Better Auth's plug-ins `twoFactor` and `passkey`.
import { type Static, Type } from '@sinclair/typebox';
import { anyPassword, flag, instant, line, nullable, optionalText, uuid, word } from '../kernel/schema.js';

/** Without it, the session must have proven its person's identity within the last minutes. */
const password = Type.Optional(anyPassword());
const code = Type.String({ minLength: 1, maxLength: 64, 'x-text': 'line', examples: ['123456'] });
const trustDevice = Type.Optional(
  Type.Boolean({ description: 'Do not ask for a second factor on this device for 30 days.' }),
);

export const TwoFactorSetup = Type.Object(
  {
    password,
    method: Type.Optional(word(['totp'] as const)),
    issuer: Type.Optional(line(100, { description: 'The name that the authenticator app shows.' })),
  },
  { title: 'TwoFactorSetup' },
);
export const PasswordProof = Type.Object({ password }, { title: 'PasswordProof' });
export const TotpProof = Type.Object({ code, trustDevice }, { title: 'TotpProof' });
export const RecoveryCodeProof = Type.Object(
  {
    code,
    trustDevice,
    disableSession: Type.Optional(Type.Boolean({ description: 'Use the code up without signing in.' })),
  },
  { title: 'RecoveryCodeProof' },
);

const backupCodes = Type.Array(Type.String(), { description: 'Recovery codes: readable only now.' });
export const TwoFactorStarted = Type.Object(
  { method: word(['totp'] as const), totpURI: Type.String(), backupCodes },
  { title: 'TwoFactorStarted' },
);
export type TwoFactorStarted = Static<typeof TwoFactorStarted>;
export const TotpUri = Type.Object({ totpURI: Type.String() }, { title: 'TotpUri' });
export const RecoveryCodes = Type.Object({ status: flag(true), backupCodes }, { title: 'RecoveryCodes' });

export const TWO_FACTOR_METHODS = ['totp', 'passkey'] as const;
export type TwoFactorMethod = (typeof TWO_FACTOR_METHODS)[number];
/** The answer to a right password: no session until the second factor is given. */
export const TwoFactorRedirect = Type.Object(
  { twoFactorRedirect: flag(true), twoFactorMethods: Type.Array(word(TWO_FACTOR_METHODS)) },
  { title: 'TwoFactorRedirect' },
);

const bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_\\-]+=*$' });
const credential = { id: bytes(1400), rawId: bytes(1400), type: word(['public-key'] as const) };
/** A new passkey, as `PublicKeyCredential.toJSON()` writes it. */
export const AttestationResponse = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(40_000),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
    }),
  },
  { title: 'AttestationResponse' },
);
export type AttestationResponse = Static<typeof AttestationResponse>;
/** The answer of a passkey to a challenge. */
export const AssertionResponse = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(8000),
      userHandle: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    }),
  },
  { title: 'AssertionResponse' },
);
export type AssertionResponse = Static<typeof AssertionResponse>;

const passkeyName = optionalText(100, { examples: ['Laptop'] });
export const PasskeyQuery = Type.Object({
  authenticatorAttachment: Type.Optional(word(['platform', 'cross-platform'] as const)),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  context: Type.Optional(Type.String({ maxLength: 1000 })),
});
export const PasskeyRegistration = Type.Object(
  { response: AttestationResponse, name: Type.Optional(passkeyName) },
  { title: 'PasskeyRegistration' },
);
export const PasskeyAuthentication = Type.Object(
  { response: AssertionResponse },
  { title: 'PasskeyAuthentication' },
);
export const PasskeyChoice = Type.Object({ id: Type.String({ maxLength: 100 }) }, { title: 'PasskeyChoice' });
export const PasskeyNaming = Type.Object(
  { id: Type.String({ maxLength: 100 }), name: line(100) },
  { title: 'PasskeyNaming' },
);

export const Passkey = Type.Object(
  {
    id: uuid(),
    userId: uuid(),
    name: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    credentialID: Type.String(),
    publicKey: Type.String({ description: 'In base64.' }),
    counter: Type.Integer(),
    deviceType: Type.String({ examples: ['multiDevice'] }),
    backedUp: Type.Boolean(),
    transports: Type.String({ examples: ['internal,hybrid'] }),
    aaguid: Type.String(),
    createdAt: instant(),
  },
  { title: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;
export const PasskeyList = Type.Array(Passkey);
export const PasskeyResult = Type.Object({ passkey: Passkey }, { title: 'PasskeyResult' });
export const PasskeyOptions = Type.Object(
  { challenge: Type.String() },
  { title: 'PasskeyOptions', description: 'What `navigator.credentials` takes, in JSON.' },
);
