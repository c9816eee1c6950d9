// The environment, read once, checked, and frozen. Nothing else reads process.env (test/architecture.test.ts).
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import dotenv from 'dotenv';
import { ConfigError, type Environment, isWebOrigin, Reader, WEB } from './config-reader.js';

export { ConfigError } from './config-reader.js';

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Public origin without a trailing slash; with PORT=0 it is corrected by `adoptPort` once the port is known. */
  readonly publicUrl: string;
  readonly trustedOrigins: readonly string[];
  readonly trustHost: boolean;
  /** As Express takes it: false, a number of hops, or a list of addresses and subnets. */
  readonly trustProxy: false | number | readonly string[];
  /** null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly mongodbUrl: string | null;
  /** The first signs, all verify. */
  readonly sessionSecrets: readonly string[];
  /** Lower-cased. */
  readonly adminEmails: readonly string[];
  readonly serviceName: string;
  /** Kebab form of the name: cookie and header names (C1). */
  readonly serviceSlug: string;
  readonly autoPublish: boolean;
  readonly screenshots: boolean;
  readonly screenshotSecret: string;
  readonly screenshotAllowPrivate: boolean;
  readonly screenshotConcurrency: number;
  readonly chromePath: string | null;
  readonly mediaStore: 'database' | { readonly bucket: string };
  readonly s3: {
    readonly endpoint: string | null;
    readonly region: string;
    readonly accessKeyId: string | null;
    readonly secretAccessKey: string | null;
  };
  /** null: mails become `.eml` files in `dataDir/outbox`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly requireEmailVerification: boolean;
  readonly passwordReset: boolean;
  readonly rateLimits: {
    readonly general: number;
    readonly signUp: number;
    readonly listingWrite: number;
    readonly signIn: number;
    /** Seconds. */
    readonly window: number;
    readonly store: 'memory' | 'postgres';
  };
  readonly blockUnusualUserAgents: boolean;
  readonly docsUrl: string;
  readonly logLevel: LogLevel;
  readonly logFormat: 'pretty' | 'json';
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `Acme Tools` → `acme-tools`; `directory` when nothing is left (C1). */
export function toServiceSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug || 'directory';
}

function readTrustProxy(read: Reader): Config['trustProxy'] {
  const value = read.text('TRUST_PROXY');
  if (value === null || /^(off|false|0|no)$/i.test(value)) return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = read.list('TRUST_PROXY');
  if (proxies.length > 0 && proxies.every(isProxy)) return proxies;
  read.refuse('TRUST_PROXY', 'off, a number of hops, or a comma list of addresses and subnets');
  return false;
}

/** An address, a subnet, or a name that Express knows for some. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  return version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

function readMediaStore(read: Reader): Config['mediaStore'] {
  const value = read.text('MEDIA_STORE') ?? 'database';
  if (value === 'database') return value;
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(value)?.[1];
  if (bucket) return { bucket };
  read.refuse('MEDIA_STORE', 'database or s3://bucket');
  return 'database';
}

/** A secret from the environment, else from its file in the data directory, made there the first time. */
function readSecret(read: Reader, name: string, dataDir: string): string {
  const given = read.text(name);
  if (given !== null) return given;
  const file = join(dataDir, name.toLowerCase().replaceAll('_', '-'));
  if (!existsSync(file)) writeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret === '') throw new ConfigError([`${name}: ${file} is empty; remove it, and a new one is made`]);
  return secret;
}

/** Whole or not at all; of several processes starting at once one writes, the others read what it wrote. */
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

/** A comma list: the first signs, all verify. */
function readSessionSecrets(read: Reader, production: boolean): void {
  const secrets = read.list('SESSION_SECRET');
  if (read.text('SESSION_SECRET') === null) return;
  const isShort = production && secrets.some((secret) => secret.length < SHORTEST_SECRET);
  if (secrets.length === 0 || isShort) {
    read.refuse(
      'SESSION_SECRET',
      `one or more comma-separated secrets, in production of ${SHORTEST_SECRET} characters or more`,
    );
  }
}

/** Random letters and digits of this length hold some 95 bits: beyond guessing. */
const SHORTEST_SECRET = 16;

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Reads the whole configuration (table in C2 of the contract, docs/configuration.md).
 * @throws ConfigError naming every bad variable at once.
 */
export function readConfig(env: Environment): Config {
  const read = new Reader(env);
  const production = env.NODE_ENV === 'production';
  const port = read.integer('PORT', 3000, 0, 65535);
  const dataDir = resolve(read.text('DATA_DIR') ?? './data');
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);

  const publicText = read.text('PUBLIC_URL');
  if (publicText !== null && !isWebOrigin(publicText)) {
    read.refuse('PUBLIC_URL', 'an origin without a path, such as https://directory.example.com');
  }
  const publicUrl =
    publicText !== null && isWebOrigin(publicText) ? new URL(publicText).origin : `http://localhost:${port}`;

  if (production && databaseUrl !== null && read.text('SESSION_SECRET') === null) {
    read.refuse('SESSION_SECRET', 'one or more comma-separated secrets (required in production)');
  }
  readSessionSecrets(read, production);
  const mailFrom = read.text('MAIL_FROM');
  if (mailFrom !== null && !/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(mailFrom)) {
    read.refuse('MAIL_FROM', 'an address, or a name with an address in angle brackets');
  }
  const adminEmails = read.list('ADMIN_EMAILS');
  if (!adminEmails.every((email) => EMAIL.test(email))) {
    read.refuse('ADMIN_EMAILS', 'a comma list of email addresses');
  }
  const serviceName = read.text('SERVICE_NAME') ?? 'Directory';
  const limit = (name: string, fallback: number) => read.integer(name, fallback, 0, 1_000_000);

  const config: Omit<Config, 'sessionSecrets' | 'screenshotSecret'> = {
    production,
    host: read.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    publicUrl,
    trustedOrigins: read.origins('TRUSTED_ORIGINS'),
    trustHost: read.flag('TRUST_HOST', publicText === null),
    trustProxy: readTrustProxy(read),
    databaseUrl,
    dataDir,
    mongodbUrl: read.url('MONGODB_URL', ['mongodb:', 'mongodb+srv:']),
    adminEmails: adminEmails.map((email) => email.toLowerCase()),
    serviceName,
    serviceSlug: toServiceSlug(serviceName),
    autoPublish: read.flag('AUTO_PUBLISH', true),
    screenshots: read.flag('SCREENSHOTS', true),
    screenshotAllowPrivate: read.flag('SCREENSHOT_ALLOW_PRIVATE', false),
    screenshotConcurrency: read.integer('SCREENSHOT_CONCURRENCY', 2, 1, 16),
    chromePath: read.text('CHROME_PATH'),
    mediaStore: readMediaStore(read),
    s3: {
      endpoint: read.url('S3_ENDPOINT', WEB),
      region: read.text('S3_REGION') ?? 'us-east-1',
      accessKeyId: read.text('S3_ACCESS_KEY_ID'),
      secretAccessKey: read.text('S3_SECRET_ACCESS_KEY'),
    },
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: mailFrom ?? `${serviceName} <no-reply@${new URL(publicUrl).hostname}>`,
    requireEmailVerification: read.flag('REQUIRE_EMAIL_VERIFICATION', false),
    passwordReset: read.flag('PASSWORD_RESET', true),
    rateLimits: {
      general: limit('RATE_LIMIT', 60),
      signUp: limit('RATE_LIMIT_SIGN_UP', 8),
      listingWrite: limit('RATE_LIMIT_LISTING_WRITE', 12),
      signIn: limit('RATE_LIMIT_SIGN_IN', 10),
      window: read.integer('RATE_LIMIT_WINDOW', 60, 1, 86_400),
      store: read.choice('RATE_LIMIT_STORE', ['memory', 'postgres'], databaseUrl ? 'postgres' : 'memory'),
    },
    blockUnusualUserAgents: read.flag('BLOCK_UNUSUAL_USER_AGENTS', false),
    docsUrl: (read.url('DOCS_URL', WEB) ?? `${publicUrl}/docs`).replace(/\/+$/, ''),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: read.choice('LOG_FORMAT', ['pretty', 'json'], process.stdout.isTTY ? 'pretty' : 'json'),
  };
  if (read.problems.length > 0) throw new ConfigError([...new Set(read.problems)]);

  return deepFreeze({
    ...config,
    sessionSecrets: readSecret(read, 'SESSION_SECRET', dataDir)
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean),
    screenshotSecret: readSecret(read, 'SCREENSHOT_SECRET', dataDir),
  });
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part);
  }
  return Object.freeze(value);
}

/** The configuration of this process; set by `configure`, a live binding for everyone who imports it. */
export let config: Config;

/**
 * Reads `.env` (in the working directory, where present) under the environment and makes it this
 * process's configuration. Tests pass their own environment, which then is the whole of it.
 * @throws ConfigError
 */
export function configure(env?: Environment): Config {
  if (env === undefined) {
    dotenv.config({ quiet: true });
    config = readConfig(process.env);
  } else {
    config = readConfig(env);
  }
  return config;
}

/** With PORT=0 and no PUBLIC_URL the public origin is known only after listening: put the real port in. */
export function adoptPort(port: number): Config {
  const wanted = `http://localhost:${config.port}`;
  const actual = `http://localhost:${port}`;
  if (config.port !== port && config.publicUrl === wanted) {
    config = deepFreeze({
      ...config,
      port,
      publicUrl: actual,
      docsUrl: config.docsUrl.replace(wanted, actual),
    });
  }
  return config;
}
