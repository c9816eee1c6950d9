// Reads a repository from a forge's API. Only that API gets the token.
import { isObject, parseJson } from '../kernel/text/json.js';
import { type Egress, type GuardedAnswer, guardedRequest, redirectOf, textOf } from './request.js';

const [TIME, BYTES] = [10_000, 512 * 1024];

export interface RepositoryPlace {
  readonly repository: string;
  /** API addresses of the repository, its commits (null: the first response has the last push) and its releases. */
  readonly asked: readonly [string, string | null, string];
  readonly token: string | null;
  readonly etag: string | null;
}

export interface RepositoryReading extends Pick<RepositoryPlace, 'repository' | 'etag'> {
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

/** @returns null: unchanged, missing, or temporary trouble; `limited`: the forge requests a pause */
export async function askForge(
  { repository, asked: [address, commits, releases], token, etag }: RepositoryPlace,
  egress: Egress = {},
): Promise<RepositoryReading | 'limited' | null> {
  const ask = async (where: string, more: Readonly<Record<string, string>> = {}) => {
    const headers = {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...more,
    };
    const request = { ...egress, headers, time: TIME, bytes: BYTES };
    const url = new URL(where);
    const answer = await guardedRequest(url, request);
    const moved = redirectOf(answer, url);
    return moved?.origin === url.origin ? guardedRequest(moved, request) : answer;
  };
  /** undefined: the response is unusable. */
  const newest = async (where: string) => {
    const answer = await ask(where);
    const body = answer.status === 404 ? {} : bodyOf(answer);
    const one = Array.isArray(body) ? (body[0] ?? {}) : body;
    if (!isObject(one)) return undefined;
    return dayOf(one.published_at ?? one.released_at ?? one.committed_date ?? one.created);
  };
  try {
    const answer = await ask(address, etag ? { 'if-none-match': etag } : {});
    const { status, headers } = answer;
    const isPaused = 'retry-after' in headers || headers['x-ratelimit-remaining'] === '0';
    if (status === 429 || (status === 403 && isPaused)) return 'limited';
    const body = bodyOf(answer);
    const stars = isObject(body) && (body.stargazers_count ?? body.star_count ?? body.stars_count);
    if (!isObject(body) || !Number.isSafeInteger(stars)) return null;
    const license = isObject(body.license) ? licenseOf(body.license.spdx_id ?? body.license.key) : null;
    const last_commit = commits === null ? dayOf(body.pushed_at) : await newest(commits);
    const last_release = await newest(releases);
    if (last_commit === undefined || last_release === undefined) return null;
    const archived = body.archived === true;
    const facts = { stars: stars as number, license, last_commit, last_release, archived };
    return { repository, etag: headers.etag?.slice(0, 200) ?? null, facts };
  } catch {
    return null;
  }
}

const bodyOf = (answer: GuardedAnswer) => (answer.status === 200 ? parseJson(textOf(answer)) : undefined);

function dayOf(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return time > 0 && time < Date.parse('2100-01-01') ? new Date(time).toISOString().slice(0, 10) : null;
}

/** An SPDX identifier. GitLab writes them in lower case: `mit`, `apache-2.0`. */
function licenseOf(value: unknown): string | null {
  const id = typeof value === 'string' && /^[\w.+-]{1,60}$/.test(value) ? value : 'other';
  if (/^(?:noassertion|other)$/i.test(id)) return null;
  if (/[A-Z]/.test(id)) return id;
  const spelled = id.replace(/[a-z]+/g, (word) => (word.length > 4 ? word : word.toUpperCase()));
  return spelled.replace(/^[a-z]|-[a-z]/g, (first) => first.toUpperCase());
}
