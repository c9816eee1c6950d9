// Bodies being received occupy memory until they are complete, and clients choose how long that takes. So their number,
// their number per address and their bytes are limited.
import type { Request } from 'express';
import { DomainError, say } from '../../core/kernel/errors.js';
import { addressKey } from '../../core/kernel/rate-limits.js';
import { addressOf } from '../who/actor.js';

export interface BodyLimits {
  readonly bodies: number;
  readonly ofAddress: number;
  /** Total bytes received so far. */
  readonly bytes: number;
}

const LIMITS: BodyLimits = { bodies: 500, ofAddress: 100, bytes: 64 * 1_048_576 };
const RETRY_SECONDS = 2;

/** Counts bodies being received; `receive` reads one within the limits. */
export function createBodyGate(limits: BodyLimits = LIMITS) {
  const ofAddress = new Map<string, number>();
  let bodies = 0;
  let bytes = 0;

  return {
    /**
     * @param read attaches its listeners to the request at once, and resolves with the body
     * @throws DomainError unavailable, before or while it is read
     */
    async receive<T>(req: Request, read: () => Promise<T>): Promise<T> {
      // A body that has already arrived completely occupies no further memory.
      if (req.complete) return read();
      const address = addressKey(addressOf(req) ?? '');
      const own = ofAddress.get(address) ?? 0;
      if (bodies >= limits.bodies || own >= limits.ofAddress || bytes >= limits.bytes) throw busy();
      bodies += 1;
      ofAddress.set(address, own + 1);
      let received = 0;
      let refuse = (_error: Error) => {};
      const refused = new Promise<never>((_resolve, reject) => {
        refuse = reject;
      });
      const count = (chunk: Buffer) => {
        received += chunk.length;
        bytes += chunk.length;
        if (bytes > limits.bytes) refuse(busy());
      };
      try {
        const reading = read();
        req.on('data', count);
        return await Promise.race([reading, refused]);
      } catch (error) {
        // The reader releases what it has; the rest is discarded unread.
        req.unpipe();
        req.removeAllListeners('data');
        req.resume();
        throw error;
      } finally {
        req.off('data', count);
        bodies -= 1;
        bytes -= received;
        const left = (ofAddress.get(address) ?? 1) - 1;
        if (left > 0) ofAddress.set(address, left);
        else ofAddress.delete(address);
      }
    },
  };
}

function busy(): DomainError {
  const message = say('error.too-much');
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_SECONDS });
}

/** The bodies of this process. */
export const bodyGate = createBodyGate();
