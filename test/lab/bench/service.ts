// A server in a process of its own, without limits, and a client that keeps its connections: what benches measure.
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import { DEMO_LISTINGS } from '../../data/demo-listings.js';
import { makeTempDir } from '../../helpers/environment.js';
import { endPrograms, runProgram } from '../../helpers/process.js';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Milliseconds from sending to the first byte. */
  readonly firstByte: number;
}

export interface Service {
  send(call: Call): Promise<Reply>;
  /** The headers of an account that may write. */
  register(): Promise<Record<string, string>>;
}

export const get = (path: string, headers: Record<string, string> = {}): Call => ({
  method: 'GET',
  path,
  headers,
});

export const post = (path: string, body: object, headers: Record<string, string> = {}): Call => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Runs `work` against a fresh directory and ends it. @param connections that the client keeps */
export async function withService(
  connections: number,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const server = runProgram(process.execPath, ['dist/bin/directory-server.js'], {
    DATA_DIR: makeTempDir(),
    PORT: '0',
    SCREENSHOTS: 'off',
    LOG_FORMAT: 'json',
    RATE_LIMIT: '0',
    RATE_LIMIT_SIGN_UP: '0',
    RATE_LIMIT_LISTING_WRITE: '0',
  });
  try {
    const [, base = ''] = await server.says(/(http:\/\/localhost:\d+)/);
    const send = (call: Call) => sendTo(base, agent, call);
    while ((await send(get('/api/v1/ready'))).status !== 200) await sleep(100);
    await work({
      send,
      async register() {
        const account = { name: 'Bench', email: 'bench@example.com', password: 'long enough' };
        const { text } = await send(post('/api/v1/agents/register', account));
        return { authorization: `Bearer ${JSON.parse(text).api_key.key}` };
      },
    });
  } finally {
    agent.destroy();
    await server.kill('SIGTERM');
    await endPrograms();
  }
}

function sendTo(base: string, agent: Agent, { method, path, headers, body }: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const outgoing = request(new URL(path, base), { method, headers, agent }, (incoming) => {
      const firstByte = performance.now() - started;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString(), firstByte }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The 1,337 real listings of ../shared where they are present, else the demo ones. */
export function benchListings(): { kind: 'real' | 'demo'; listings: object[] } {
  const file = join(PACKAGE_ROOT, '../shared/real-listings/listings.ndjson');
  if (!existsSync(file)) return { kind: 'demo', listings: [...DEMO_LISTINGS] };
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return { kind: 'real', listings: lines.map((line) => JSON.parse(line)) };
}
