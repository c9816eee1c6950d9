// The only definition of each environment variable: how it is read, its default, its meaning. docs/configuration.md,
// `directory-admin config` and the warning about unknown variables derive from it, too.
import { resolve } from 'node:path';
import { toCamelCase } from '../text/names.js';
import { WEB } from './reader.js';
import {
  choice,
  flag,
  integer,
  LOG_LEVELS,
  limit,
  optionalText,
  own,
  readContentSignal,
  readEmail,
  readEmails,
  readLogLevels,
  readMailFrom,
  readMediaStore,
  readPublicUrl,
  readSessionSecrets,
  readTrustProxy,
  readWorkers,
  secret,
  text,
  url,
  type Variable,
} from './variable-values.js';

const POSTGRES = ['postgres:', 'postgresql:'];
const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '');

export const VARIABLES = {
  HOST: own(
    (read, name) => read.text(name) ?? (read.isProduction ? '0.0.0.0' : '127.0.0.1'),
    '`127.0.0.1`; `0.0.0.0` when `NODE_ENV=production`',
    'listening address',
  ),
  PORT: integer(3000, [0, 65_535], '`0` picks a free port and prints it'),
  WORKERS: own(
    readWorkers,
    '`1`',
    'web processes on the one port: a number, or `auto` for one a core ([how](scaling.md#several-cores))',
  ),
  METRICS_PORT: own(
    (read, name) => (read.text(name) === null ? null : read.integer(name, 0, 0, 65_535)),
    'unset: off',
    'port of `/metrics` for Prometheus, and of `/ready`',
  ),
  METRICS_HOST: text('127.0.0.1', 'listening address of the metrics; anyone who can reach it can read them'),
  OTEL_EXPORTER_OTLP_ENDPOINT: own(
    (read, name) => withoutSlash(read.url(name, WEB) ?? '') || null,
    'unset: no traces',
    'where [traces](running.md#traces) are sent, over OTLP and HTTP: `http://localhost:4318`',
  ),
  PUBLIC_URL: own(
    readPublicUrl,
    '`http://localhost:PORT`',
    'public origin: absolute links, cookies, the Origin rule, emails. An https address makes cookies Secure',
  ),
  TRUSTED_ORIGINS: own(
    (read, name): readonly string[] => read.origins(name),
    'empty',
    'comma list of further allowed origins',
  ),
  TRUST_HOST: own(
    (read, name): 'on' | 'local' | 'off' => {
      if (read.text(name) === null) return read.text('PUBLIC_URL') === null ? 'local' : 'off';
      return read.flag(name, false) ? 'on' : 'off';
    },
    'when `PUBLIC_URL` is unset: loopback names and IP addresses; else off',
    "`on`: accept an Origin equal to the request's own host, whatever it is",
  ),
  TRUST_PROXY: own(
    readTrustProxy,
    'off',
    'number of hops, or a list of addresses and subnets, whose `X-Forwarded-*` is believed',
  ),
  DATABASE_URL: url(POSTGRES, 'unset: embedded PostgreSQL', 'any PostgreSQL 15 or newer'),
  DATABASE_DIRECT_URL: url(
    POSTGRES,
    '`DATABASE_URL`',
    'the database itself, where `DATABASE_URL` is a pooler',
  ),
  DATABASE_REPLICA_URLS: own(
    (read, name): readonly string[] => read.urls(name, POSTGRES),
    'empty',
    'comma list of streaming [replicas](scaling.md#replicas), for reads of guests',
  ),
  DATA_DIR: own(
    (read, name) => resolve(read.text(name) ?? './data'),
    '`./data`',
    "embedded database, generated secrets, emails of development, the operator's [`policy.json`](content-policy.md)",
  ),
  MONGODB_URL: url(
    ['mongodb:', 'mongodb+srv:'],
    'unset: jobs are stored in PostgreSQL',
    'store the jobs in MongoDB',
  ),
  SESSION_SECRET: secret(
    own(
      readSessionSecrets,
      'generated once into `DATA_DIR`; required when `NODE_ENV=production` and `DATABASE_URL` is set',
      'comma list: the first signs, all verify',
    ),
  ),
  ADMIN_EMAILS: own(readEmails, 'empty', 'accounts that are made admins whenever they sign in'),
  SERVICE_NAME: text(
    'Directory',
    'display name until the site has its own; its kebab form names the cookie and the worker’s header',
  ),
  AUTO_PUBLISH: own(
    (read, name) =>
      read.text(name)?.toLowerCase() === 'trusted'
        ? 'trusted'
        : read.flag(name, true, 'on, trusted or off')
          ? 'on'
          : 'off',
    '`on`',
    '`off`: new listings wait as `pending` for a moderator; `trusted`: those of accounts without an approved one do. Default of the rule “Publishing” at *Site*',
  ),
  POLICY_UNSURE: choice(
    ['publish', 'hold'],
    'publish',
    'listings that the content policy is unsure of: `publish` them, or `hold` them as `pending`; a moderator reviews them either way. Default of a rule at *Site*',
  ),
  ARD_REFERRALS: own(
    (read, name): readonly string[] => read.urls(name, WEB),
    'empty',
    'comma list of other ARD registries that searches may refer agents to',
  ),
  CONTENT_SIGNAL: own(
    readContentSignal,
    'unset: robots.txt has none',
    'what AI crawlers may do with the pages, as in `search=yes, ai-input=yes, ai-train=no`',
  ),
  LISTING_STATS: flag(
    true,
    '`off`: [views and clicks](operators.md#views-and-clicks) of listings are not counted',
  ),
  SCREENSHOTS: flag(true, '`off`: no captures, the screenshot fields stay null'),
  SCREENSHOT_SECRET: secret(
    own(
      (read, name) => read.text(name) ?? '',
      'generated into `DATA_DIR`',
      'shared secret of the worker callback',
    ),
  ),
  SCREENSHOT_ALLOW_PRIVATE: flag(
    false,
    'tests and intranets only: sites may be IP addresses or localhost, and capture may reach private addresses',
  ),
  SCREENSHOT_CONCURRENCY: integer(2, [1, 16], 'captures at a time, 1 to 16'),
  LINK_CHECKS: flag(true, '`off`: websites are checked only on request'),
  SITE_ICONS: flag(true, '`off`: listings without a logo do not get the icon of their site'),
  LINK_CHECK_DAYS: integer(7, [1, 90], 'days between two checks of a website, 1 to 90'),
  REPOSITORY_FACTS: flag(false, '`on`: link checks read [repositories](links.md#the-repository), too'),
  GITHUB_TOKEN: secret(optionalText('for the API of GitHub: 60 requests an hour without')),
  GITLAB_TOKEN: secret(optionalText('the same for gitlab.com')),
  CODEBERG_TOKEN: secret(optionalText('the same for codeberg.org')),
  CHROME_PATH: optionalText('the browser for captures'),
  MEDIA_STORE: own(readMediaStore, '`database`', 'where pictures are kept: `database` or `s3://bucket`'),
  S3_ENDPOINT: url(WEB, 'AWS', 'address of the S3-compatible store of `MEDIA_STORE`'),
  S3_REGION: text('us-east-1', 'its region'),
  S3_ACCESS_KEY_ID: optionalText('its access key'),
  S3_SECRET_ACCESS_KEY: secret(optionalText('the secret of that key')),
  AUDIT_KEEP_DAYS: limit(0, 'days the audit log is kept; `0` keeps it for ever'),
  BACKUP_DIR: own(
    (read, name) => (read.text(name) === null ? null : resolve(read.text(name) ?? '')),
    'unset: none are made',
    'a directory for a [backup](operators.md#backup) each day, pictures and secrets included',
  ),
  BACKUP_KEEP: integer(7, [1, 10_000], 'how many of them are kept'),
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    'unset: emails become `.eml` files in `DATA_DIR/outbox`',
    'email provider, `smtp://…` or `smtps://…`',
  ),
  MAIL_FROM: own(readMailFrom, 'the name of the site `<no-reply@host>`', 'sender of emails'),
  CONTACT_EMAIL: own(
    readEmail,
    'unset',
    'how to reach the operator, unless the site sets it: on pages, and Reply-To of emails',
  ),
  REQUIRE_EMAIL_VERIFICATION: flag(false, '`on`: register answers 202 and sends an email instead of a key'),
  REQUIRE_TWO_FACTOR: choice(
    ['off', 'admins'],
    'off',
    '`admins`: a moderator or admin who signs in without a [second factor](security.md#second-factor) must set one up before using the console',
  ),
  PASSWORD_RESET: flag(true, '`off`: 400 `reset_disabled`'),
  RATE_LIMIT: limit(60, 'requests per window; `0` switches a limit off'),
  RATE_LIMIT_SIGN_UP: limit(8, 'sign-ups per window and address'),
  RATE_LIMIT_LISTING_WRITE: limit(12, 'listing writes per window and address'),
  RATE_LIMIT_REPORT: limit(6, 'reports of listings per window and address'),
  RATE_LIMIT_SIGN_IN: limit(10, 'failed sign-ins in 15 minutes per email and address'),
  RATE_LIMIT_COST: limit(
    600,
    'points a minute for what the cache does not answer, by account or address and process; off with `RATE_LIMIT=0`, too',
  ),
  RATE_LIMIT_WINDOW: integer(60, [1, 86_400], 'seconds'),
  RATE_LIMIT_STORE: own(
    (read, name) => {
      const hasOthers = readWorkers(read, 'WORKERS') > 1;
      const usual = read.text('DATABASE_URL') ? 'postgres' : 'memory';
      const chosen = read.choice(name, ['memory', 'postgres'] as const, usual);
      return hasOthers ? 'postgres' : chosen;
    },
    '`memory`; `postgres` when `DATABASE_URL` is set',
    'where the counters are: in the process, or in the database, as always with several `WORKERS`',
  ),
  BLOCK_UNUSUAL_USER_AGENTS: flag(false, '`on`: an empty or scripted User-Agent gets 403, code `1010`'),
  DOCS_URL: own(
    (read, name) => withoutSlash(read.url(name, WEB) ?? `${readPublicUrl(read, 'PUBLIC_URL')}/docs`),
    '`PUBLIC_URL/docs`',
    'base of `docs_url` in errors',
  ),
  LOG_LEVEL: choice(LOG_LEVELS, 'info', '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`'),
  LOG_LEVELS: own(
    readLogLevels,
    'empty',
    'levels of single areas, `captures=debug,requests=warn`; the areas are `requests`, `database`, `jobs`, `captures`, `mails`',
  ),
  LOG_FORMAT: own(
    (read, name) => read.choice(name, ['pretty', 'json'] as const, read.isTerminal ? 'pretty' : 'json'),
    '`pretty` on a terminal, else `json`',
    'structured logs, secrets redacted',
  ),
} as const;

type VariableName = keyof typeof VARIABLES;

type CamelCase<S extends string> = S extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<S>;
type Key<N extends VariableName> = N extends 'SESSION_SECRET' ? 'sessionSecrets' : CamelCase<N>;

/** The value of every variable by its key in `Config`: `SMTP_URL` is `smtpUrl`. */
export type Values = {
  readonly [N in VariableName as Key<N>]: ReturnType<(typeof VARIABLES)[N]['read']>;
};

const keyOf = (name: VariableName) =>
  (name === 'SESSION_SECRET' ? 'sessionSecrets' : toCamelCase(name.toLowerCase())) as keyof Values;

export const variables = Object.entries<Variable<unknown>>(VARIABLES).map(
  ([name, variable]) => [name as VariableName, { key: keyOf(name as VariableName), ...variable }] as const,
);
