// Single requests: a message to the receiver of a webhook, the metadata document of an app, the source of an import.
import { EgressError } from '../addresses/egress-rules.js';
import { type Said, say } from '../kernel/said.js';
import { parseJson } from '../kernel/text/json.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { type Egress, guardedRequest, LateError, redirectOf, textOf } from './request.js';

/** Milliseconds for a receiver to respond. */
const RECEIVER_TIME = 10_000;

interface Message {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Delivery {
  /** null: no response. */
  readonly status: number | null;
  /** The failure, in words that the webhook's owner may read; null: the message was taken. */
  readonly failure: Said | null;
}

/** Sends a message; the body of the response is not read. */
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

/** All refusals of the egress rules are worded the same, so that they reveal nothing about names inside the network. */
function failureOf(error: Error & { code?: string }): Said {
  if (error instanceof EgressError) return say('webhook-found.private');
  if (error instanceof LateError) return say('webhook-found.late', { seconds: error.seconds });
  return say('webhook-found.connection', { code: error.code ?? 'unknown' });
}

/** Milliseconds for the document of an app. */
const DOCUMENT_TIME = 2_500;

interface DocumentPlace {
  readonly url: string;
  readonly accept: string;
  readonly bytes: number;
}

export interface AppDocument {
  /** null: it cannot be read. */
  readonly status: number | null;
  readonly text: string;
  /** How long it may be cached, by its own account. */
  readonly caching: Readonly<Record<string, string>>;
}

/** Reads a document, without following redirects. */
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

/** Milliseconds for one request of an import. */
const SOURCE_TIME = 60_000;
const SOURCE_REDIRECTS = 5;

interface SourcePlace {
  readonly url: string;
  readonly agent: string;
  /** A longer source is refused. */
  readonly bytes: number;
  readonly as: 'bytes' | 'json';
}

export type SourceReading =
  | {
      readonly status: number;
      readonly bytes: Buffer;
      /** Undefined for what is no JSON, and unless it was asked for. */
      readonly json: unknown;
      /** Seconds that the server asks to wait. */
      readonly retryAfter: number | null;
    }
  /** `reason`, in English, of one that cannot be reached. */
  | { readonly failure: 'redirects' | 'long' | 'unreachable'; readonly reason?: string };

/** Reads the source of an import behind its redirects, whatever the status of the answer. */
export async function readSource(place: SourcePlace, egress: Egress = {}): Promise<SourceReading> {
  const headers = {
    'user-agent': place.agent,
    accept: 'text/markdown, application/json, text/csv, text/plain, */*;q=0.5',
    'accept-encoding': 'identity',
  };
  try {
    let url = parseUrl(place.url);
    for (let step = 0; step <= SOURCE_REDIRECTS && url && /^https?:$/.test(url.protocol); step += 1) {
      const request = {
        ...egress,
        method: 'GET',
        headers,
        time: SOURCE_TIME,
        bytes: place.bytes + 1,
      } as const;
      const answer = await guardedRequest(url, request);
      const next = redirectOf(answer, url);
      if (next === undefined) {
        if (answer.bytes.length > place.bytes) return { failure: 'long' };
        const seconds = /^\d{1,4}$/.exec(answer.headers['retry-after'] ?? '');
        const isJson = place.as === 'json';
        return {
          status: answer.status,
          bytes: isJson ? Buffer.alloc(0) : answer.bytes,
          json: isJson ? parseJson(textOf(answer)) : undefined,
          retryAfter: seconds && Number(seconds[0]),
        };
      }
      url = next;
    }
    return { failure: 'redirects' };
  } catch (error) {
    return { failure: 'unreachable', reason: (error as Error).message };
  }
}
