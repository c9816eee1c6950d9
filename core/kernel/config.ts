// Reads, checks and freezes the environment. Nothing else reads process.env (test/architecture.test.ts).
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import dotenv from 'dotenv';
import { ConfigError, type Environment, Reader } from './config/reader.js';
import { findUnknownVariables, type UnknownVariable } from './config/report.js';
import { type Values, variables } from './config/variables.js';
import { toAsciiSlug } from './text/folding.js';

export { ConfigError } from './config/reader.js';
export type { UnknownVariable } from './config/report.js';
export type { LogLevel } from './config/variable-values.js';

export interface Config extends Values {
  readonly production: boolean;
  /** Service name in kebab case, for cookies and headers (C1). */
  readonly serviceSlug: string;
  /** The capture worker's header, such as `X-Directory-Screenshot-Secret` (C1). */
  readonly screenshotHeader: string;
}

/** `Acme Tools` → `acme-tools`; `directory` if nothing is left (C1). */
export function toServiceSlug(name: string): string {
  return toAsciiSlug(name) || 'directory';
}

/** Reads the whole configuration (C2). @throws ConfigError naming every invalid variable */
export function readConfig(env: Environment): Config {
  const reader = new Reader(env);
  const read = variables.map(([name, { key, read }]) => [key, read(reader, name)]);
  if (reader.problems.length > 0) throw new ConfigError([...new Set(reader.problems)]);
  const values = Object.fromEntries(read) as Values;
  const secret = (name: string) => reader.text(name) ?? generateSecret(name, values.dataDir);
  const serviceSlug = toServiceSlug(values.serviceName);
  return Object.freeze({
    ...values,
    production: reader.isProduction,
    serviceSlug,
    screenshotHeader: `X-${serviceSlug.replace(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase())}-Screenshot-Secret`,
    sessionSecrets: values.sessionSecrets.length > 0 ? values.sessionSecrets : [secret('SESSION_SECRET')],
    screenshotSecret: secret('SCREENSHOT_SECRET'),
  });
}

/** Reads a secret from its file in the data directory, or creates it. @throws ConfigError */
function generateSecret(name: string, dataDir: string): string {
  const file = join(dataDir, name.toLowerCase().replaceAll('_', '-'));
  let secret: string;
  try {
    if (!existsSync(file)) writeSecret(file);
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `DATA_DIR: ${file} cannot be read or written (${code}); run this as the account of the service`,
    ]);
  }
  if (secret === '') throw new ConfigError([`${name}: ${file} is empty; remove it, and a new one is made`]);
  return secret;
}

/** Writes atomically: if several processes start at once, one writes the file and all read the same one. */
function writeSecret(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Live binding, set by `configure`. */
export let config: Config;

/** Probable typos of known variables; live binding, set by `configure`. */
export let unknownVariables: readonly UnknownVariable[] = [];

/** Configures this process by `.env` and the environment, which wins. @param env replaces both @throws ConfigError */
export function configure(env?: Environment): Config {
  const file = env === undefined ? dotenv.config({ quiet: true }).parsed : undefined;
  const environment = env ?? process.env;
  config = readConfig(environment);
  unknownVariables = findUnknownVariables(environment, Object.keys(file ?? {}));
  return config;
}

/** The environment with `.env`. It leaves process.env unchanged: workers inherit that and read `.env` again. */
export const readEnvironment = (): Environment => ({
  ...dotenv.config({ quiet: true, processEnv: {} }).parsed,
  ...process.env,
});

/** Configures a command; creates no `./data`. @throws ConfigError, also without DATA_DIR, DATABASE_URL and `./data` */
export function configureCommand(env?: Environment): Config {
  const environment = env ?? readEnvironment();
  const isPlaced = Boolean(environment.DATA_DIR?.trim() || environment.DATABASE_URL?.trim());
  if (!isPlaced && !existsSync('data')) {
    throw new ConfigError([
      'DATA_DIR: there is no directory "data" here; run this where the service runs, or set DATA_DIR, to make one too',
    ]);
  }
  return configure(env);
}

const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** The variables by which Node trusts certificates: the reader process inherits no others. */
export const certificateEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      CERTIFICATES.includes(name) ? [[name, value]] : [],
    ),
  );

/** With PORT=0 and no PUBLIC_URL, fills in the port once the server listens. */
export function adoptPort(port: number): Config {
  const wanted = `http://localhost:${config.port}`;
  const actual = `http://localhost:${port}`;
  if (config.port !== port && config.publicUrl === wanted) {
    config = Object.freeze({
      ...config,
      port,
      publicUrl: actual,
      docsUrl: config.docsUrl.replace(wanted, actual),
    });
  }
  return config;
}
