// Variables that look like ours and are not: a typo would otherwise be a setting without effect.
import { distance } from 'fastest-levenshtein';
import type { Environment } from './config-reader.js';
import { variables } from './variables.js';

export interface UnknownVariable {
  readonly name: string;
  /** The known variable it is closest to, if any is close. */
  readonly nearest: string | null;
}

const KNOWN = new Set<string>([...variables.map(([name]) => name), 'NODE_ENV']);
/** Prefixes that only our variables have. */
const OURS =
  /^(?:RATE_LIMIT|SCREENSHOTS?|SMTP|BACKUP|MEDIA_STORE|REQUIRE_EMAIL|TRUST_PROXY|ADMIN_EMAIL|PUBLIC_URL)/;
/** Read by the SDK of OpenTelemetry itself. */
const FOREIGN = /^OTEL_/;
/** The edit distance of a typo. */
const CLOSE = 2;
/** Below this length nearly everything is close to something. */
const MIN_LENGTH = 6;

/**
 * @param inFile names from `.env`, where all that is unknown is a mistake
 * @returns those of the environment that are close to a known one, and those of the file that are not known
 */
export function findUnknownVariables(env: Environment, inFile: readonly string[]): UnknownVariable[] {
  return Object.keys(env)
    .filter((name) => !KNOWN.has(name) && !FOREIGN.test(name))
    .map((name) => ({ name, nearest: nearestTo(name) }))
    .filter(({ name, nearest }) => nearest !== null || OURS.test(name) || inFile.includes(name));
}

/** As a sentence without the full stop. */
export function describeUnknown({ name, nearest }: UnknownVariable): string {
  return `${name} is not known and has no effect${nearest ? `; did you mean ${nearest}?` : ''}`;
}

function nearestTo(name: string): string | null {
  if (name.length < MIN_LENGTH) return null;
  const [best] = [...KNOWN]
    .map((known) => ({ known, steps: distance(known, name.toUpperCase()) }))
    .sort((a, b) => a.steps - b.steps);
  return best && best.steps <= CLOSE ? best.known : null;
}
