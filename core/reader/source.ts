import type { Said } from '../kernel/errors.js';
import { parseJson } from '../kernel/text/json.js';
import { textOf } from './request.js';
import { toUnreachable, type VisitOptions, visitSite } from './visit.js';

const TIME = 60_000;
const ACCEPT = 'text/markdown, application/json, text/csv, text/plain, */*;q=0.5';

interface SourcePlace {
  readonly url: string;
  readonly bytes: number;
  readonly as: 'bytes' | 'json';
}

export type SourceReading =
  | {
      readonly status: number;
      readonly bytes: Buffer;
      /** undefined if invalid or not requested. */
      readonly json: unknown;
      /** Seconds that the server asks to wait. */
      readonly retryAfter: number | null;
    }
  | { readonly failure: 'long' | Said };

/** The response after redirects, of any status. The operator requested it, so robots.txt does not apply. */
export async function readSource(place: SourcePlace, options: VisitOptions = {}): Promise<SourceReading> {
  try {
    const ask = visitSite({ ...options, accept: ACCEPT, time: TIME, obeysRobots: false });
    const answer = await ask(place.url, place.bytes + 1);
    if (answer.bytes.length > place.bytes) return { failure: 'long' };
    const seconds = /^\d{1,4}$/.exec(answer.headers['retry-after'] ?? '');
    const isJson = place.as === 'json';
    return {
      status: answer.status,
      bytes: isJson ? Buffer.alloc(0) : answer.bytes,
      json: isJson ? parseJson(textOf(answer)) : undefined,
      retryAfter: seconds && Number(seconds[0]),
    };
  } catch (error) {
    return { failure: toUnreachable(error).said };
  }
}
