// The configuration tests run under: their own, whatever the environment of the shell says.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adoptPort, config, configure } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';

export type Environment = Record<string, string>;

/** Limits off, nothing logged, no capture, no look at sites; what a test is about it sets itself. */
const DEFAULTS: Environment = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT: '0',
  RATE_LIMIT_SIGN_UP: '0',
  RATE_LIMIT_LISTING_WRITE: '0',
  RATE_LIMIT_SIGN_IN: '0',
  SCREENSHOTS: 'off',
  LINK_CHECKS: 'off',
};

const made: string[] = [];

/** A new directory under the system's temporary one, named after this process; gone at the latest when that ends. */
export function makeTempDir(): string {
  const directory = mkdtempSync(join(tmpdir(), `listing-directory-test-${process.pid}-`));
  made.push(directory);
  return directory;
}

/** For the end: removes what the tests made and did not remove. */
export function removeTempDirs(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

let current: Environment = {};

/** Runs something that configures this process for itself; afterwards it is as the tests have it again. */
export async function keepConfig<T>(work: () => Promise<T>): Promise<T> {
  const { port } = config;
  try {
    return await work();
  } finally {
    configureLog(configure(current));
    adoptPort(port);
  }
}

/** Configures this process for the tests of one file or block, with a data directory of its own. */
export function useConfig(environment: Environment = {}): void {
  let dataDir: string;
  before(() => {
    dataDir = makeTempDir();
    current = { DATA_DIR: dataDir, ...DEFAULTS, ...environment };
    configureLog(configure(current));
  });
  // Again, should a mail still have been on its way into the outbox.
  after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
}
