// Warns of variables with names close to ours: a typo would otherwise be a setting without effect.
import { closest, distance } from 'fastest-levenshtein';
import type { Environment } from './reader.js';
import { variables } from './variables.js';

export interface UnknownVariable {
  readonly name: string;
  /** The known variable with the closest name, if one is close enough. */
  readonly nearest: string | null;
}

const KNOWN = new Set<string>([...variables.map(([name]) => name), 'NODE_ENV']);
/** Prefixes that only our variables have. */
const OURS =
  /^(?:RATE_LIMIT|SCREENSHOTS?|SMTP|BACKUP|MEDIA_STORE|REQUIRE_EMAIL|TRUST_PROXY|ADMIN_EMAIL|PUBLIC_URL)/;
/** Read by the SDK of OpenTelemetry itself. */
const FOREIGN = /^OTEL_/;
/** The edit distance that counts as a typo. */
const CLOSE = 2;
/** Shorter names are within that distance of too many others. */
const MIN_LENGTH = 6;

/**
 * @param inFile names from `.env`, where every unknown name is a mistake
 * @returns variables of the environment close to a known name, and all unknown ones of the file
 */
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
  const near = closest(name.toUpperCase(), [...KNOWN]);
  return name.length >= MIN_LENGTH && distance(near, name.toUpperCase()) <= CLOSE ? near : null;
}
