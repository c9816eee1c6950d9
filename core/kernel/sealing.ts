// Encrypts texts that a stolen database must not reveal: AES-256-GCM under an HKDF key of SESSION_SECRET.
// Each text has its own salt, and its purpose is part of the key, so no text can replace another.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { config } from './config.js';

export const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest();

const SALT = 16;
const IV = 12;
const TAG = 16;

/** Encrypts a text. @param purpose must be given again to decrypt it */
export function seal(purpose: string, text: string): Buffer {
  const salt = randomBytes(SALT);
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(config.sessionSecrets[0] ?? '', purpose, salt), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]);
}

/** @returns null if no secret in SESSION_SECRET encrypted it for this purpose */
export function unseal(purpose: string, sealed: Buffer): string | null {
  for (const secret of config.sessionSecrets) {
    try {
      return unsealWith(secret, purpose, sealed);
    } catch {
      // Encrypted with another secret of the list: try the next one.
    }
  }
  return null;
}

function unsealWith(secret: string, purpose: string, sealed: Buffer): string {
  const [iv, tag] = [SALT + IV, SALT + IV + TAG];
  const key = sealingKey(secret, purpose, sealed.subarray(0, SALT));
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(SALT, iv));
  decipher.setAuthTag(sealed.subarray(iv, tag));
  return Buffer.concat([decipher.update(sealed.subarray(tag)), decipher.final()]).toString('utf8');
}

function sealingKey(secret: string, purpose: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}
