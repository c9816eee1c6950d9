// The configuration of tests: independent of the environment of the shell.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adoptPort, config, configure } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';

export type Environment = Record<string, string>;

/** No limits, no log, no captures, no link checks; a test sets what it is about. */
const DEFAULTS: Environment = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT: '0',
  RATE_LIMIT_SIGN_UP: '0',
  RATE_LIMIT_LISTING_WRITE: '0',
  RATE_LIMIT_SIGN_IN: '0',
  SCREENSHOTS: 'off',
  LINK_CHECKS: 'off',
  SITE_ICONS: 'off',
};

const made: string[] = [];

/**
 * A new folder in the temporary directory, named after this process; deleted at the end of the process at the latest.
 */
export function makeTempDir(): string {
  const directory = mkdtempSync(join(tmpdir(), `listing-directory-test-${process.pid}-`));
  made.push(directory);
  return directory;
}

/** At the end: deletes what the tests created and did not delete. */
export function removeTempDirs(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

let current: Environment = {};

/** Runs code that configures this process; afterwards restores the configuration of the test. */
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
  // Again, in case a mail was still being written to the outbox.
  after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
}
