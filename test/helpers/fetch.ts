// A client for the thousands of requests of tests: sends what `fetch` of Node sends, at a third of its CPU time, which
// goes into web streams.
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const agent = new Agent({ keepAlive: true });
const USUAL = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};
const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};
const REDIRECTS = [301, 302, 303, 307, 308];
const MOST_REDIRECTS = 20;

type Body = string | Buffer | URLSearchParams | undefined;
const isPlain = (body: unknown): body is Body =>
  body === undefined || typeof body === 'string' || Buffer.isBuffer(body) || body instanceof URLSearchParams;

/** As `fetch`, but of its response only the status, the headers and the whole body. */
export async function quickFetch(url: URL, init: RequestInit = {}, redirects = 0): Promise<Response> {
  const { method = 'GET', headers = {}, body = undefined, redirect = 'follow', ...others } = init;
  if (url.protocol !== 'http:' || !isPlain(body) || Object.keys(others).length > 0) return fetch(url, init);
  const message = await send(url, method, toRecord(headers), body);
  const status = message.statusCode ?? 0;
  const { location } = message.headers;
  if (redirect === 'follow' && location !== undefined && REDIRECTS.includes(status)) {
    message.resume();
    if (redirects === MOST_REDIRECTS) throw new TypeError('redirected too often');
    const keeps = status > 303 || method === 'GET' || method === 'HEAD';
    const next = keeps ? { method, headers, body } : { headers };
    return quickFetch(new URL(location, url), next, redirects + 1);
  }
  return answerOf(message, url) as unknown as Response;
}

function toRecord(headers: RequestInit['headers']): Record<string, string> {
  const isObject = !(headers instanceof Headers) && !Array.isArray(headers);
  return { ...USUAL, ...(isObject ? headers : Object.fromEntries(new Headers(headers))) };
}

function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: Body,
): Promise<IncomingMessage> {
  const bytes = body === undefined ? undefined : body instanceof URLSearchParams ? String(body) : body;
  const type =
    body instanceof URLSearchParams
      ? 'application/x-www-form-urlencoded;charset=UTF-8'
      : 'text/plain;charset=UTF-8';
  return new Promise((resolve, reject) => {
    const request = sendRequest(url, { method, agent, headers });
    if (bytes !== undefined || method === 'POST' || method === 'PUT' || method === 'PATCH')
      request.setHeader('content-length', Buffer.byteLength(bytes ?? ''));
    if (bytes !== undefined && !Buffer.isBuffer(bytes) && !request.hasHeader('content-type'))
      request.setHeader('content-type', type);
    request.on('response', resolve).on('error', reject).end(bytes);
  });
}

function answerOf(message: IncomingMessage, url: URL) {
  const headers = new Headers();
  const { rawHeaders } = message;
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const whole = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    message
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', reject)
      .on('end', () => {
        const bytes = Buffer.concat(chunks);
        const decode = bytes.length > 0 ? DECODERS[message.headers['content-encoding'] ?? ''] : undefined;
        resolve(decode ? decode(bytes) : bytes);
      });
  });
  // Not every test reads the body.
  whole.catch(() => undefined);
  const status = message.statusCode ?? 0;
  return {
    status,
    ok: status >= 200 && status < 300,
    url: url.href,
    headers,
    text: async () => new TextDecoder().decode(await whole),
    json: async () => JSON.parse((await whole).toString()),
    arrayBuffer: async () => Uint8Array.from(await whole).buffer,
  };
}
