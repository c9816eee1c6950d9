// The service as in production, in a process of its own: limits counted (high ones), a log written; but without
// captures and icons, which would load the machine beside it.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../helpers/environment.js';
import { type Program, runProgram } from '../../../helpers/process.js';
import { fillDirectory } from './fill.js';
import { Connection, requestBytes } from './load.js';

export interface Target {
  readonly port: number;
  readonly pid: number;
}

/** A key, and whose it is. */
export interface BenchKey {
  readonly secret: string;
  readonly email: string;
}

/** Starts the service over a data directory, and an account in it. @param checkout where it was built */
export async function startService(
  dataDir: string,
  nodeArgs: readonly string[] = [],
  environment: Environment = {},
  checkout = '.',
): Promise<{ program: Program; ours: Target; key: BenchKey }> {
  const program = runProgram(
    process.execPath,
    [...nodeArgs, join(checkout, 'dist/bin/directory-server.js')],
    {
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      SCREENSHOTS: 'off',
      SITE_ICONS: 'off',
      LOG_FORMAT: 'json',
      RATE_LIMIT: '1000000',
      RATE_LIMIT_SIGN_UP: '1000000',
      RATE_LIMIT_LISTING_WRITE: '1000000',
      ...environment,
    },
  );
  program.child.stdout?.pipe(createWriteStream('/dev/null'));
  const [, port = ''] = await program.says(/http:\/\/localhost:(\d+)/);
  const ours = { port: Number(port), pid: program.child.pid ?? 0 };
  const connection = new Connection(ours.port);
  while ((await connection.send(requestBytes('GET', '/api/v1/ready'))) !== 200) await sleep(50);
  const email = `bench-${process.pid}-${ours.port}@example.com`;
  const account = { name: 'Bench', email, password: 'long enough for a bench' };
  await connection.send(requestBytes('POST', '/api/v1/agents/register', {}, account));
  const secret: string = JSON.parse(connection.body).api_key.key;
  connection.close();
  return { program, ours, key: { secret, email } };
}

/** Brings the directory to `size` listings. @returns the seconds it took */
export async function fill(port: number, url: string, size: number, key: BenchKey): Promise<number> {
  const started = performance.now();
  const connection = new Connection(port);
  const headers = { authorization: `Bearer ${key.secret}` };
  await fillDirectory(url, size, key.email, async (input) => {
    const status = await connection.send(requestBytes('POST', '/api/v1/listings', headers, input));
    if (status !== 201) throw new Error(`a listing was answered ${status}: ${connection.body}`);
  });
  connection.close();
  return (performance.now() - started) / 1000;
}
