// The bodies of requests. Clients choose how long they occupy memory, so their number and bytes are limited.
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import type { Actor } from '../../core/kernel/actor.js';
import { DomainError, say } from '../../core/kernel/errors.js';
import { addressKey } from '../../core/kernel/rate-limits.js';
import { DEEPEST } from '../../core/kernel/text/json.js';

const LIMITS = { bodies: 500, ofAddress: 100, bytes: 64 * 1_048_576 };
const RETRY_SECONDS = 2;

interface Sender {
  readonly req: Request;
  readonly res: Response;
  readonly actor: Pick<Actor, 'client'>;
}

export function createBodyGate(limits = LIMITS) {
  const ofAddress = new Map<string, number>();
  let bodies = 0;
  let bytes = 0;

  /** @param read must attach its listeners at once, and resolves with the body @throws DomainError unavailable */
  return async <T>({ req, actor }: Sender, read: () => Promise<T>): Promise<T> => {
    // A body that has arrived occupies no further memory.
    if (req.complete) return read();
    const address = addressKey(actor.client?.ip ?? '');
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
  };
}

const busy = () =>
  new DomainError('unavailable', say('error.too-much'), { retryAfterSeconds: RETRY_SECONDS });

export const receiveBody = createBodyGate();

const JSON_TYPES = ['application/json', 'application/*+json'];

/** @param names maximum names in one object; checked, like the nesting, before the body is copied */
const jsonParser = (limit: number, names = Number.POSITIVE_INFINITY) =>
  express.json({
    limit,
    type: JSON_TYPES,
    // Any JSON value is accepted here; the schemas validate it.
    strict: false,
    verify: (_req, _res, bytes) => {
      // Decoding leniently would replace invalid bytes and store something else.
      if (!isUtf8(bytes)) throw new DomainError('invalid_json', 'The body is not valid UTF-8.');
      const fault = faultOf(bytes, names);
      if (fault === 'depth') throw new DomainError('invalid_json', 'The body is nested too deeply.');
      if (fault === 'names')
        throw new DomainError('payload_too_large', `An object here has at most ${names} names.`);
    },
  });

const parseRest = jsonParser(1024 * 1024);

/** The limit for agents, more than the longest listing needs (C9). MCP's SDK copies a message several times. */
export const parseMessage = jsonParser(64 * 1024, 200);

/**
 * The parsed body; undefined if there is none.
 * @throws DomainError unsupported_media_type, invalid_json, payload_too_large, or an error of body-parser
 */
export async function readJsonBody(sender: Sender, parse = parseRest): Promise<unknown> {
  const { req, res } = sender;
  const {
    'transfer-encoding': coding,
    'content-length': length = 0,
    'content-type': type = '',
  } = req.headers;
  if (coding === undefined && !(Number(length) > 0)) return undefined;
  // JSON is UTF-8 (RFC 8259); another charset would be decoded only after `verify` has checked the bytes.
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type) ?? [];
  if (!req.is(JSON_TYPES) || !/^utf-?8$/i.test(charset))
    throw new DomainError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  await receiveBody(sender, () => promisify<Request, Response>(parse)(req, res));
  return req.body;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

export function faultOf(bytes: Buffer, mostNames = Number.POSITIVE_INFINITY): 'depth' | 'names' | null {
  const names: number[] = [];
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (OPENING.has(byte)) {
      if (names.push(0) > DEEPEST) return 'depth';
    } else if (CLOSING.has(byte)) names.pop();
    else if (byte === COLON) {
      const inside = (names.pop() ?? 0) + 1;
      if (inside > mostNames) return 'names';
      names.push(inside);
    }
  }
  return null;
}
