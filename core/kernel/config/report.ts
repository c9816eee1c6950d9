import { closest, distance } from 'fastest-levenshtein';
import type { Environment } from './reader.js';
import { type Values, variables } from './variables.js';

const HIDDEN = '(hidden)';

/** The effective value of each variable, null if unset. Secrets and passwords are hidden. */
export function reportConfig(config: Values): Record<string, string | number | null> {
  return Object.fromEntries(
    variables.map(([name, { key, isSecret }]) => {
      const value = toText(config[key]);
      return [name, isSecret && value !== null ? HIDDEN : value];
    }),
  );
}

function toText(value: Values[keyof Values]): string | number | null {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return withoutPassword(value);
  if ('bucket' in value) return `s3://${value.bucket}`;
  if (Array.isArray(value)) return value.map((item) => withoutPassword(String(item))).join(', ') || null;
  const pairs = Object.entries(value).map(([area, level]) => `${area}=${level}`);
  return pairs.join(',') || null;
}

/** Connection strings may contain a password in the authority or the parameters. */
function withoutPassword(text: string): string {
  return text
    .replace(/^([a-z0-9+.-]+:\/\/[^:@/?#]*):[^@/]*@/i, `$1:${HIDDEN}@`)
    .replace(/([?&](?:password|pass|secret|token|key)=)[^&]*/gi, `$1${HIDDEN}`);
}

// Warns of unknown variables with names close to ours: a typo would silently have no effect.

export interface UnknownVariable {
  readonly name: string;
  readonly nearest: string | null;
}

const KNOWN = new Set<string>([...variables.map(([name]) => name), 'NODE_ENV']);
const OURS =
  /^(?:RATE_LIMIT|SCREENSHOTS?|SMTP|BACKUP|MEDIA_STORE|REQUIRE_EMAIL|TRUST_PROXY|ADMIN_EMAIL|PUBLIC_URL)/;
/** Variables that the OpenTelemetry SDK reads. */
const FOREIGN = /^OTEL_/;
const CLOSE = 2;
/** Shorter names are too close to too many others. */
const MIN_LENGTH = 6;

/** @param inFile names in `.env`, where every unknown name is a mistake
 * @returns unknown variables of `.env`, and those of the environment that are close to a known name */
export function findUnknownVariables(env: Environment, inFile: readonly string[]): UnknownVariable[] {
  return Object.keys(env)
    .filter((name) => !KNOWN.has(name) && !FOREIGN.test(name))
    .map((name) => ({ name, nearest: nearestTo(name) }))
    .filter(({ name, nearest }) => nearest !== null || OURS.test(name) || inFile.includes(name));
}

/** A sentence without its full stop. */
export function describeUnknown({ name, nearest }: UnknownVariable): string {
  return `${name} is not known and has no effect${nearest ? `; did you mean ${nearest}?` : ''}`;
}

function nearestTo(name: string): string | null {
  const typed = name.toUpperCase();
  const alike = [...KNOWN].filter((known) => Math.abs(known.length - typed.length) <= CLOSE);
  const near = closest(typed, alike);
  return near && typed.length >= MIN_LENGTH && distance(near, typed) <= CLOSE ? near : null;
}
