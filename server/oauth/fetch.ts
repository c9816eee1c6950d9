// How the protocol library reads an address that an app named: through the egress rules, with limits of size and time.
import { guardedRequest } from '../../core/addresses/guarded-request.js';

/** Bytes of a client's metadata document, as its draft recommends; the library refuses longer ones. */
export const DOCUMENT_BYTES = 5 * 1024;
/** Milliseconds for a document. */
const TIME = 2_500;

/**
 * Fetches for the library, which calls it as it would call `fetch`. Redirects are returned, not followed.
 * @throws EgressError, or Error for a server that does not respond in time
 */
export async function fetchDocument(...named: Parameters<typeof fetch>): Promise<Response> {
  const { url, headers } = new Request(...named);
  const answer = await guardedRequest(new URL(url), {
    method: 'GET',
    headers: { accept: headers.get('accept') ?? 'application/json' },
    time: TIME,
    // One more than may be used, so that the library notices a longer document.
    bytes: DOCUMENT_BYTES + 1,
  });
  const { 'cache-control': cacheControl, expires } = answer.headers;
  const caching = { ...(cacheControl && { 'cache-control': cacheControl }), ...(expires && { expires }) };
  // A `Response` of 204 or 304 has no body.
  return new Response(answer.status === 200 ? answer.text : null, {
    status: answer.status,
    headers: caching,
  });
}
