// The configuration for display: by variable, secrets hidden.
import type { Config } from '../config.js';
import { variables } from './variables.js';

const HIDDEN = '(hidden)';

/** The effective value of each variable, null if unset. Secrets and passwords are hidden. */
export function reportConfig(config: Config): Record<string, string | number | null> {
  return Object.fromEntries(
    variables.map(([name, { key, isSecret }]) => {
      const value = toText(config[key]);
      return [name, isSecret && value !== null ? HIDDEN : value];
    }),
  );
}

function toText(value: Config[keyof Config]): string | number | null {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return withoutPassword(value);
  if ('bucket' in value) return `s3://${value.bucket}`;
  if (isList(value)) return value.map((item) => withoutPassword(String(item))).join(', ') || null;
  const pairs = Object.entries(value).map(([area, level]) => `${area}=${level}`);
  return pairs.join(',') || null;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: object): value is readonly (string | number)[] {
  return Array.isArray(value);
}

/** A connection string can carry a password in its authority or its parameters. */
function withoutPassword(text: string): string {
  return text
    .replace(/^([a-z0-9+.-]+:\/\/[^:@/?#]*):[^@/]*@/i, `$1:${HIDDEN}@`)
    .replace(/([?&](?:password|pass|secret|token|key)=)[^&]*/gi, `$1${HIDDEN}`);
}
