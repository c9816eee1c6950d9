// Single requests without redirects: a message to a webhook's receiver, an app's metadata document.
import { EgressError } from '../addresses/egress-rules.js';
import { type Said, say } from '../kernel/errors.js';
import { type Egress, guardedRequest, LateError, textOf } from './request.js';

const RECEIVER_TIME = 10_000;

interface Message {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Delivery {
  readonly status: number | null;
  /** The failure, in words for the webhook's owner; null: the message was accepted. */
  readonly failure: Said | null;
}

/** Sends a message; does not read the response's body. */
export async function sendMessage({ url, ...message }: Message, egress: Egress = {}): Promise<Delivery> {
  try {
    const request = { ...egress, ...message, method: 'POST', time: RECEIVER_TIME, bytes: 0 } as const;
    const { status } = await guardedRequest(new URL(url), request);
    const isTaken = status >= 200 && status < 300;
    return { status, failure: isTaken ? null : say('webhook-found.status', { status }) };
  } catch (error) {
    return { status: null, failure: failureOf(error as Error) };
  }
}

/** All egress refusals have the same text, which reveals nothing about internal names. */
function failureOf(error: Error & { code?: string }): Said {
  if (error instanceof EgressError) return say('webhook-found.private');
  if (error instanceof LateError) return say('webhook-found.late', { seconds: error.seconds });
  return say('webhook-found.connection', { code: error.code ?? 'unknown' });
}

const DOCUMENT_TIME = 2_500;

interface DocumentPlace {
  readonly url: string;
  readonly accept: string;
  readonly bytes: number;
}

export interface AppDocument {
  readonly status: number | null;
  readonly text: string;
  /** The response's caching headers. */
  readonly caching: Readonly<Record<string, string>>;
}

export async function readDocument(
  { url, accept, bytes }: DocumentPlace,
  egress: Egress = {},
): Promise<AppDocument> {
  try {
    const request = { ...egress, method: 'GET', headers: { accept }, time: DOCUMENT_TIME, bytes } as const;
    const answer = await guardedRequest(new URL(url), request);
    const { 'cache-control': cacheControl, expires } = answer.headers;
    const caching = { ...(cacheControl && { 'cache-control': cacheControl }), ...(expires && { expires }) };
    return { status: answer.status, text: textOf(answer), caching };
  } catch {
    return { status: null, text: '', caching: {} };
  }
}
