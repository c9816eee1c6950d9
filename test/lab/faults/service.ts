// The service as a process to inject faults into: started, killed, written to by clients that record every response.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../helpers/environment.js';
import { freePort } from '../../helpers/ports.js';
import { type Program, runNode } from '../../helpers/process.js';

const ACCOUNT = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

export interface Answer {
  /** 0: no response, the connection was closed. */
  readonly status: number;
  readonly milliseconds: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

export class Service {
  program: Program | null = null;
  url = '';
  key = '';
  #port: number | undefined;

  constructor(private readonly environment: Environment) {}

  /** @returns seconds until it was ready */
  async start(): Promise<number> {
    const began = performance.now();
    // The same port each time, as its clients keep running.
    this.#port ??= await freePort();
    this.url = `http://127.0.0.1:${this.#port}`;
    this.program = runNode(['dist/bin/directory-server.js'], {
      SCREENSHOTS: 'off',
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      RATE_LIMIT_SIGN_UP: '0',
      RATE_LIMIT_LISTING_WRITE: '0',
      PORT: String(this.#port),
      ...this.environment,
    });
    await this.untilReady();
    return (performance.now() - began) / 1000;
  }

  async kill(signal: NodeJS.Signals): Promise<number | string> {
    return (await this.program?.kill(signal)) ?? 0;
  }

  /** @returns seconds it took */
  async untilReady(limit = 180): Promise<number> {
    const began = performance.now();
    while ((performance.now() - began) / 1000 < limit) {
      if ((await this.ask('/api/v1/ready')).status === 200) return (performance.now() - began) / 1000;
      await sleep(100);
    }
    throw new Error(`not ready within ${limit} s:\n${this.program?.output.slice(-3000)}`);
  }

  async ask(
    path: string,
    { body, method = body ? 'POST' : 'GET' }: { body?: object; method?: string } = {},
  ): Promise<Answer> {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
        headers: {
          'content-type': 'application/json',
          connection: 'close',
          ...(this.key ? { authorization: `Bearer ${this.key}` } : {}),
        },
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      return {
        status: response.status,
        milliseconds: took(),
        retryAfter: response.headers.get('retry-after'),
        body: text,
      };
    } catch (error) {
      return { status: 0, milliseconds: took(), retryAfter: null, body: String(error) };
    }
  }

  async register(): Promise<void> {
    const answer = await this.ask('/api/v1/agents/register', { body: ACCOUNT });
    this.key = JSON.parse(answer.body).api_key.key;
  }
}

export interface Load {
  /** Addresses of the acknowledged listings. */
  readonly acknowledged: Set<string>;
  /** All writes without a 2xx response. */
  failed: number;
  total: number;
  stop(): Promise<void>;
}

/**
 * Clients that submit listing after listing; failed requests are retried until they succeed.
 * @param onAnswer called with the status of each attempt
 */
export function startWriting(
  service: Service,
  clients = 4,
  onAnswer: (status: number) => void = () => undefined,
): Load {
  let isOver = false;
  const load: Load = { acknowledged: new Set(), failed: 0, total: 0, stop: async () => undefined };
  const write = async () => {
    while (!isOver) {
      const host = `${randomUUID()}.example.com`;
      const listing = { name: `Made ${host.slice(0, 8)}`, website_url: host, tagline: 'Written under fire' };
      while (!isOver) {
        const { status } = await service.ask('/api/v1/listings', { body: listing });
        load.total += 1;
        onAnswer(status);
        if (status === 201 || status === 200) {
          load.acknowledged.add(`https://${host}`);
          await sleep(50);
          break;
        }
        load.failed += 1;
        await sleep(100);
      }
    }
  };
  const writers = Array.from({ length: clients }, write);
  load.stop = async () => {
    isOver = true;
    await Promise.all(writers);
  };
  return load;
}

/** How often each acknowledged listing exists: none lost, none twice. */
export async function compare(
  service: Service,
  load: Pick<Load, 'acknowledged'>,
): Promise<{ lost: number; twice: number; present: number }> {
  const times = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await service.ask(`/api/v1/listings?mine=1&limit=100${cursor && `&cursor=${cursor}`}`);
    const page = JSON.parse(body) as { listings: { website_url: string }[]; next_cursor: string | null };
    for (const { website_url: url } of page.listings) times.set(url, (times.get(url) ?? 0) + 1);
    cursor = page.next_cursor;
  }
  const lost = [...load.acknowledged].filter((url) => !times.has(url)).length;
  return { lost, twice: [...times.values()].filter((count) => count > 1).length, present: times.size };
}
