// A passkey in software: it makes and uses credentials as a browser does, for any number of accounts.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Json } from './api.js';

interface Credential {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  userHandle: Buffer;
  counter: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64 = (data: Buffer | Uint8Array) => Buffer.from(data).toString('base64url');

export class SoftPasskey {
  readonly #credentials: Credential[] = [];
  readonly #origin: string;
  /** Whether the device asks for a finger, face or PIN. */
  verifiesUser = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers the options of a registration; as `PublicKeyCredential.toJSON()` writes it. */
  create(options: Json): Json {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(16);
    const userHandle = Buffer.from(options.user.id, 'base64url');
    this.#credentials.push({ id, privateKey, userHandle, counter: 0 });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, HAS_KEY, 0),
      Buffer.alloc(16),
      length,
      id,
      key,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer(id, {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge),
      attestationObject: base64(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    });
  }

  /** Answers the options of an authentication, with the latest credential that they allow. */
  get(options: Json): Json {
    const allowed: string[] | undefined = options.allowCredentials?.map(({ id }: Json) => id);
    const used = this.#credentials.findLast(({ id }) => !allowed || allowed.includes(base64(id)));
    if (!used) throw new Error('This device has no passkey for that.');
    used.counter += 1;
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge);
    const authenticatorData = this.#authenticatorData(options.rpId, 0, used.counter);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer(used.id, {
      clientDataJSON,
      authenticatorData: base64(authenticatorData),
      signature: base64(sign('sha256', signed, used.privateKey)),
      userHandle: base64(used.userHandle),
    });
  }

  #answer(id: Buffer, response: Json): Json {
    return { id: base64(id), rawId: base64(id), type: 'public-key', response };
  }

  #clientData(type: string, challenge: string): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false };
    return base64(Buffer.from(JSON.stringify(data)));
  }

  #authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | PRESENT | (this.verifiesUser ? VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
  }
}
