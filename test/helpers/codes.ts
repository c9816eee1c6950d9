// The codes of an authenticator app, from the address that a QR code has.
import { codeAt, stepAt } from '../../core/accounts/second-factor/factors.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @param steps which code: 0 the current one, 1 the next */
export function codeOf(totpUri: string, steps = 0): string {
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  return codeAt(Buffer.from(bytes), stepAt(Date.now()) + steps);
}
