// The secrets of API keys: recognisable by secret scanners, refused without a query when mistyped, stored as digests.
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'dir_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** Length of the prefix that lists show. */
export const SHOWN_KEY_LENGTH = 12;
/** What secret scanners search for; the last six characters are a checksum, so that look-alikes are ruled out. */
const KEY_PATTERN = `${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}`;
const SHAPE = new RegExp(`^${KEY_PATTERN}$`);

/** Six base62 digits of CRC32 over what precedes, left-padded (C4). */
function keyChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

export function newSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = PREFIX + random;
  return body + keyChecksum(body);
}

/** Whether a text has the form and the checksum of a key. */
export function isKeySecret(text: string): boolean {
  return SHAPE.test(text) && keyChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The stored digest of a secret. */
export function keyDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
