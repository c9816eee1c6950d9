// JSON bodies of the API and the tool server: up to 1 MiB (C3), with limited nesting.
import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { DomainError } from '../../core/kernel/errors.js';
import { bodyGate } from './bodies.js';

/** Deeper than any valid input, and far from where recursion would exhaust the stack. */
const DEEPEST = 100;

const JSON_TYPES = ['application/json', 'application/*+json'];

const parse = express.json({
  limit: 1024 * 1024,
  type: JSON_TYPES,
  // Any JSON value is accepted here; the schemas validate it.
  strict: false,
  verify: (_req, _res, bytes) => {
    // Decoding leniently would replace invalid bytes and store something else.
    if (!isUtf8(bytes)) throw new DomainError('invalid_json', 'The body is not valid UTF-8.');
    if (isDeep(bytes)) throw new DomainError('invalid_json', 'The body is nested too deeply.');
  },
});

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/**
 * The parsed body; undefined if there is none.
 * @throws DomainError unsupported_media_type, invalid_json, payload_too_large, or an error of body-parser
 */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  if (!req.is(JSON_TYPES) || !isUnicode(req.headers['content-type'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  await bodyGate.receive(
    req,
    () =>
      new Promise<void>((resolve, reject) => {
        parse(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
      }),
  );
  return req.body;
}

/** JSON is UTF-8 (RFC 8259); another charset would be decoded only after `verify` has checked the bytes. */
function isUnicode(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether JSON is nested deeper than any valid input. */
export function isDeep(bytes: Buffer): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}
