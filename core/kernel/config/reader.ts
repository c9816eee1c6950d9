import { own } from '../own.js';
import { parseUrl } from '../text/parse-url.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists all invalid variables, one per line: name, value, accepted values. */
export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

const SECRET_NAMES = /SECRET|PASSWORD|_KEY|DATABASE_(?:DIRECT_|REPLICA_)?URLS?|MONGODB_URL|SMTP_URL/;

export class Reader {
  readonly problems: string[] = [];

  constructor(private readonly env: Environment) {}

  get isProduction(): boolean {
    return this.env.NODE_ENV === 'production';
  }

  get isTerminal(): boolean {
    return process.stdout.isTTY === true;
  }

  /** An empty variable counts as unset. */
  text(name: string): string | null {
    return own(this.env, name)?.trim() || null;
  }

  refuse(name: string, takes: string): void {
    const value = this.text(name);
    const got = value === null ? 'nothing' : SECRET_NAMES.test(name) ? '(hidden)' : JSON.stringify(value);
    this.problems.push(`${name}: got ${got}, takes ${takes}`);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.refuse(name, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  flag(name: string, fallback: boolean, takes = 'on or off'): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['on', 'true', '1', 'yes'].includes(value)) return true;
    if (['off', 'false', '0', 'no'].includes(value)) return false;
    this.refuse(name, takes);
    return fallback;
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.refuse(name, choices.join(', '));
    return choice ?? fallback;
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  url(name: string, protocols: readonly string[]): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const url = parseUrl(value);
    // An unencoded # or / in a password ends the host early.
    const isCut = url === null || url.hash !== '';
    if (!isCut && protocols.includes(url.protocol)) return value;
    const hint = isCut ? '; in a user name or password write # as %23, @ as %40, / as %2F and ? as %3F' : '';
    this.refuse(name, `a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}${hint}`);
    return null;
  }

  urls(name: string, protocols: readonly string[]): string[] {
    const values = this.list(name);
    if (values.some((value) => !protocols.includes(parseUrl(value)?.protocol ?? '')))
      this.refuse(name, `a comma list of URLs starting with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return values;
  }

  origins(name: string): string[] {
    return this.list(name).map((item) => {
      if (isWebOrigin(item)) return new URL(item).origin;
      this.refuse(name, 'a comma list of origins such as https://app.example.com');
      return item;
    });
  }
}

export const WEB = ['http:', 'https:'];

export function isWebOrigin(value: string): boolean {
  const url = parseUrl(value);
  if (url === null) return false;
  return WEB.includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username;
}
