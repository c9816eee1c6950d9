// WebAuthn passkeys; the library is loaded on first use.
import type { Transaction } from 'objection';
import { PasskeyModel } from '../../../db/models/accounts.js';
import { config } from '../../kernel/config.js';
import { DomainError, say } from '../../kernel/errors.js';
import { log } from '../../kernel/log.js';
import { sha256 } from '../../kernel/sealing.js';
import { currentSettings } from '../../settings/current.js';
import { issueTicket, readTicket, TICKET_MINUTES } from './factors.js';
import type { AssertionResponse, AttestationResponse } from './schema.js';

const library = () => import('@simplewebauthn/server');

/** A passkey is bound to the host of the public address: browsers offer it only there. */
const site = () => ({
  expectedOrigin: [config.publicUrl, ...config.trustedOrigins],
  expectedRPID: relyingParty(),
});
const relyingParty = () => new URL(config.publicUrl).hostname;

/** The expected values for a browser's response, carried in a cookie. */
interface Challenge {
  readonly kind: 'register' | 'authenticate';
  readonly challenge: string;
  readonly userId?: string;
}

export type PasskeyRequest = ReturnType<typeof toRequest>;

const described = (row: PasskeyModel) => ({ id: row.credentialId, transports: row.transports });

export async function requestRegistration(
  user: { id: string; name: string; email: string },
  own: readonly PasskeyModel[],
  attachment?: 'platform' | 'cross-platform',
) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: currentSettings().name,
    rpID: relyingParty(),
    userID: new Uint8Array(sha256(`passkey ${user.id}`)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: own.map(described),
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: 'preferred',
      ...(attachment ? { authenticatorAttachment: attachment } : {}),
    },
  });
  return toRequest(options, { kind: 'register', challenge: options.challenge, userId: user.id });
}

/** Options to use a passkey. @param userId null: a passkey of any account, whose device must verify its user */
export async function requestAuthentication(userId: string | null, own: readonly PasskeyModel[]) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(),
    userVerification: userId === null ? 'required' : 'preferred',
    ...(own.length > 0 ? { allowCredentials: own.map(described) } : {}),
  });
  return toRequest(options, { kind: 'authenticate', challenge: options.challenge });
}

/** Options for `navigator.credentials`, and the ticket to return with the response. */
const toRequest = (options: object, challenge: Challenge) => ({
  options,
  ticket: issueTicket('passkey', challenge),
});

function readChallenge(kind: Challenge['kind'], ticket: string | null): Challenge {
  const challenge = readTicket<Challenge>('passkey', ticket);
  if (challenge?.kind !== kind) throw refusal('error.passkey-late');
  return challenge;
}

const refusal = (why: 'error.passkey' | 'error.passkey-late') =>
  new DomainError('invalid_credentials', say(why), { field: 'response' });

/** Verifies a new passkey. @returns its columns @param ticket of the request @throws DomainError invalid_credentials */
export async function verifyRegistration(
  userId: string,
  ticket: string | null,
  response: AttestationResponse,
): Promise<Partial<PasskeyModel>> {
  const expected = readChallenge('register', ticket);
  if (expected.userId !== userId) throw refusal('error.passkey-late');
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo: info } = await orRefused(async () => {
    await refuseCertificates(response.response.attestationObject);
    return verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge: expected.challenge,
      ...site(),
      requireUserVerification: false,
    });
  });
  if (!info) throw refusal('error.passkey');
  return {
    userId,
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    deviceType: info.credentialDeviceType,
    backedUp: info.credentialBackedUp,
    transports: response.response.transports ?? [],
    aaguid: info.aaguid,
  };
}

/** Refuses certificates: the library would fetch revocation lists from addresses that the client chose. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const isPlain = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed';
  if (!isPlain || attestation.get('attStmt').get('x5c')) throw new Error('an attestation with certificates');
}

async function orRefused<T>(verify: () => Promise<T>): Promise<T> {
  return verify().catch((error: unknown) => {
    log.debug({ err: error }, 'a passkey was refused');
    throw refusal('error.passkey');
  });
}

/** Verifies a passkey's response. Stores nothing: `useChallenge` does, in the caller's transaction.
 * @param userId the account that must own it; null: any account @throws DomainError invalid_credentials */
export async function verifyAuthentication(
  userId: string | null,
  ticket: string | null,
  response: AssertionResponse,
): Promise<{ passkey: PasskeyModel; counter: number; challenge: string }> {
  const { challenge } = readChallenge('authenticate', ticket);
  const passkey = await PasskeyModel.query().findOne({ credential_id: response.id });
  if (!passkey || (userId ?? passkey.userId) !== passkey.userId) throw refusal('error.passkey');
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      ...site(),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      // A passkey without a password must prove two factors: the device, and a finger, face or PIN.
      requireUserVerification: userId === null,
    }),
  );
  if (!verified) throw refusal('error.passkey');
  return { passkey, counter: authenticationInfo.newCounter, challenge };
}

/** Marks a verified response as used. @throws DomainError invalid_credentials if already used */
export async function useChallenge(
  trx: Transaction,
  { passkey, counter, challenge }: Awaited<ReturnType<typeof verifyAuthentication>>,
): Promise<void> {
  const digest = sha256(challenge);
  const expires = new Date(Date.now() + TICKET_MINUTES.passkey * 60_000);
  const fresh = await trx('used_challenges')
    .insert({ digest, expires_at: expires })
    .onConflict()
    .ignore()
    .returning('digest');
  if (fresh.length === 0) throw refusal('error.passkey-late');
  await passkey.$query(trx).patch({ counter, lastUsedAt: new Date() });
}
