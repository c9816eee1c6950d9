// The kinds of values of environment variables (variables.ts).
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { isWebOrigin, type Reader } from './reader.js';

export interface Variable<T> {
  readonly read: (reader: Reader, name: string) => T;
  readonly fallback: string;
  readonly meaning: string;
  readonly isSecret?: boolean;
}

const code = (value: unknown) => `\`${value}\``;

export const own = <T>(read: Variable<T>['read'], fallback: string, meaning: string): Variable<T> => ({
  read,
  fallback,
  meaning,
});

export const secret = <T>(variable: Variable<T>): Variable<T> => ({ ...variable, isSecret: true });

export const flag = (usual: boolean, meaning: string) =>
  own((read, name) => read.flag(name, usual), code(usual ? 'on' : 'off'), meaning);

export const integer = (usual: number, [min, max]: readonly [number, number], meaning: string) =>
  own((read, name) => read.integer(name, usual, min, max), code(usual), meaning);

export const limit = (usual: number, meaning: string) => integer(usual, [0, 1_000_000], meaning);

export const choice = <const T extends string>(choices: readonly T[], usual: NoInfer<T>, meaning: string) =>
  own((read, name) => read.choice(name, choices, usual), code(usual), meaning);

export const text = (usual: string, meaning: string) =>
  own((read, name) => read.text(name) ?? usual, code(usual), meaning);

export const optionalText = (meaning: string) => own((read, name) => read.text(name), 'unset', meaning);

export const url = (protocols: readonly string[], fallback: string, meaning: string) =>
  own((read, name) => read.url(name, protocols), fallback, meaning);

// Parsers of the other variables; they report invalid values to the reader.

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_AREAS = ['requests', 'database', 'jobs', 'captures', 'mails'] as const;
export type LogArea = (typeof LOG_AREAS)[number];

/** `captures=debug,requests=warn` */
export function readLogLevels(read: Reader, name: string): Partial<Record<LogArea, LogLevel>> {
  const pairs = read.list(name).map((pair) => pair.split('=').map((part) => part.trim().toLowerCase()));
  const isKnown = ([area, level, ...rest]: string[]) =>
    LOG_AREAS.some((one) => one === area) && LOG_LEVELS.some((one) => one === level) && rest.length === 0;
  if (pairs.every(isKnown)) return Object.fromEntries(pairs);
  read.refuse(
    name,
    `a comma list of area=level; areas: ${LOG_AREAS.join(', ')}; levels: ${LOG_LEVELS.join(', ')}`,
  );
  return {};
}

export function readPublicUrl(read: Reader, name: string): string {
  const value = read.text(name);
  if (value !== null && isWebOrigin(value)) return new URL(value).origin;
  if (value !== null) read.refuse(name, 'an origin without a path, such as https://directory.example.com');
  return `http://localhost:${read.integer('PORT', 3000, 0, 65_535)}`;
}

/** Express's format: false, a number of hops, or a list of addresses and subnets. */
export function readTrustProxy(read: Reader, name: string): false | number | readonly string[] {
  const value = read.text(name);
  if (value === null || /^(off|false|0|no)$/i.test(value)) return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = read.list(name);
  if (proxies.length > 0 && proxies.every(isProxy)) return proxies;
  read.refuse(name, 'off, a number of hops, or a comma list of addresses and subnets');
  return false;
}

/** An address, a subnet, or one of Express's names of ranges. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  return version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

export function readWorkers(read: Reader, name: string): number {
  return read.text(name) === 'auto' ? availableParallelism() : read.integer(name, 1, 1, 64);
}

export function readMediaStore(read: Reader, name: string): 'database' | { readonly bucket: string } {
  const value = read.text(name) ?? 'database';
  if (value === 'database') return value;
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(value)?.[1];
  if (bucket) return { bucket };
  read.refuse(name, 'database or s3://bucket');
  return 'database';
}

/** Random letters and digits of this length have about 95 bits of entropy. */
const MIN_SECRET_LENGTH = 16;

/** Empty if unset: a secret is generated. */
export function readSessionSecrets(read: Reader, name: string): readonly string[] {
  const secrets = read.list(name);
  if (read.text(name) === null) {
    const isRequired = read.isProduction && read.text('DATABASE_URL') !== null;
    if (isRequired) read.refuse(name, 'one or more comma-separated secrets (required in production)');
    return [];
  }
  const isShort = read.isProduction && secrets.some((secret) => secret.length < MIN_SECRET_LENGTH);
  if (secrets.length === 0 || isShort) {
    read.refuse(
      name,
      `one or more comma-separated secrets, in production of ${MIN_SECRET_LENGTH} characters or more`,
    );
  }
  return secrets;
}

const textLike = (pattern: RegExp, takes: string) => (read: Reader, name: string) => {
  const value = read.text(name);
  if (value !== null && !pattern.test(value)) read.refuse(name, takes);
  return value;
};

/** The content signals for robots.txt (contentsignals.org). */
export const readContentSignal = textLike(
  /^[\w-]+=(?:yes|no)(?:\s*,\s*[\w-]+=(?:yes|no))*$/,
  'a comma list of signal=yes or signal=no, such as search=yes, ai-train=no',
);

export const readEmail = textLike(/^[^\s@<>,]+@[^\s@<>,]+$/, 'an email address');

export const readMailFrom = textLike(
  /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
  'an address, or a name with an address in angle brackets',
);

export function readEmails(read: Reader, name: string): readonly string[] {
  const emails = read.list(name);
  if (!emails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)))
    read.refuse(name, 'a comma list of email addresses');
  return emails.map((email) => email.toLowerCase());
}
