// The cache in front of the application, as a cache server in a box would be: it knows addresses, variants and validity,
// and nothing of accounts. It answers a request as a whole, or leaves it to the application.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { isPlain, keyOf, type ResponseCache, sendBody } from './cached-responses.js';
import { cacheUse } from './dependency-cache.js';

/** @param pass hands the request to the application */
export async function answerFromCache(
  { made }: ResponseCache,
  req: IncomingMessage,
  res: ServerResponse,
  pass: () => void,
): Promise<void> {
  const response = isPlain(req) ? made.find(keyOf(req)) : null;
  const front = response?.front;
  const known = req.headers['if-none-match'];
  const isAnswered = front && (known === undefined || known === response.etag);
  if (!isAnswered || !(await front.admit(req, res))) {
    pass();
    return;
  }
  cacheUse.hit += 1;
  (req as Partial<Request>).route = { path: front.route };
  for (const [name, value] of front.headers) res.setHeader(name, value);
  sendBody(res, response, known !== undefined);
}
