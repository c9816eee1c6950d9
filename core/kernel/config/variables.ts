// The one definition of each environment variable: how it is read, its default, its meaning. The typed
// configuration, `directory-admin config`, the table of docs/configuration.md and the warning about unknown
// variables all come from this table.
import { resolve } from 'node:path';
import { LIMIT_VARIABLES } from './rate-limit-variables.js';
import { WEB } from './reader.js';
import { flag, integer, limit, text, url, type Variable, variable } from './variable-kinds.js';
import {
  LOG_LEVELS,
  readEmail,
  readEmails,
  readLogLevels,
  readMailFrom,
  readMediaStore,
  readPublicUrl,
  readServiceName,
  readSessionSecrets,
  readTrustProxy,
  readWorkers,
} from './variable-values.js';
import { WORKER_VARIABLES } from './worker-variables.js';

export const VARIABLES = {
  HOST: variable('host', {
    read: (read, name) => read.text(name) ?? (read.isProduction ? '0.0.0.0' : '127.0.0.1'),
    fallback: '`127.0.0.1`; `0.0.0.0` when `NODE_ENV=production`',
    meaning: 'listening address',
  }),
  PORT: integer('port', {
    fallback: 3000,
    min: 0,
    max: 65_535,
    meaning: '`0` picks a free port and prints it',
  }),
  WORKERS: variable('workers', {
    read: readWorkers,
    fallback: '`1`',
    meaning:
      'web processes on the one port: a number, or `auto` for one a core ([how](scaling.md#several-cores))',
  }),
  METRICS_PORT: variable('metricsPort', {
    read: (read, name) => (read.text(name) === null ? null : read.integer(name, 0, 0, 65_535)),
    fallback: 'unset: off',
    meaning: 'port of `/metrics` for Prometheus, and of `/ready`',
  }),
  METRICS_HOST: variable('metricsHost', {
    read: (read, name) => read.text(name) ?? '127.0.0.1',
    fallback: '`127.0.0.1`',
    meaning: 'listening address of the metrics; anyone who can reach it can read them',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable('otlpEndpoint', {
    read: (read, name) => read.url(name, WEB)?.replace(/(?<!\/)\/+$/, '') ?? null,
    fallback: 'unset: no traces',
    meaning: 'where [traces](running.md#traces) are sent, over OTLP and HTTP: `http://localhost:4318`',
  }),
  PUBLIC_URL: variable('publicUrl', {
    read: readPublicUrl,
    fallback: '`http://localhost:PORT`',
    meaning:
      'public origin: absolute links, cookies, the Origin rule, emails. An https address makes cookies Secure',
  }),
  TRUSTED_ORIGINS: variable('trustedOrigins', {
    read: (read, name): readonly string[] => read.origins(name),
    fallback: 'empty',
    meaning: 'comma list of further allowed origins',
  }),
  TRUST_HOST: variable('trustHost', {
    read: (read, name): 'on' | 'local' | 'off' => {
      if (read.text(name) === null) return read.text('PUBLIC_URL') === null ? 'local' : 'off';
      return read.flag(name, false) ? 'on' : 'off';
    },
    fallback: 'when `PUBLIC_URL` is unset: loopback names and IP addresses; else off',
    meaning: "`on`: accept an Origin equal to the request's own host, whatever it is",
  }),
  TRUST_PROXY: variable('trustProxy', {
    read: readTrustProxy,
    fallback: 'off',
    meaning: 'number of hops, or a list of addresses and subnets, whose `X-Forwarded-*` is believed',
  }),
  DATABASE_URL: url('databaseUrl', ['postgres:', 'postgresql:'], {
    fallback: 'unset: embedded PostgreSQL',
    meaning: 'any PostgreSQL 15 or newer',
  }),
  DATABASE_DIRECT_URL: url('databaseDirectUrl', ['postgres:', 'postgresql:'], {
    fallback: '`DATABASE_URL`',
    meaning: 'the database itself, where `DATABASE_URL` is a pooler',
  }),
  DATABASE_REPLICA_URLS: variable('databaseReplicaUrls', {
    read: (read, name): readonly string[] => read.urls(name, ['postgres:', 'postgresql:']),
    fallback: 'empty',
    meaning: 'comma list of streaming [replicas](scaling.md#replicas), for reads of guests',
  }),
  DATA_DIR: variable('dataDir', {
    read: (read, name) => resolve(read.text(name) ?? './data'),
    fallback: '`./data`',
    meaning:
      "embedded database, generated secrets, emails of development, the operator's [`policy.json`](content-policy.md)",
  }),
  MONGODB_URL: url('mongodbUrl', ['mongodb:', 'mongodb+srv:'], {
    fallback: 'unset: jobs are stored in PostgreSQL',
    meaning: 'store the jobs in MongoDB',
  }),
  SESSION_SECRET: variable('sessionSecrets', {
    read: readSessionSecrets,
    fallback: 'generated once into `DATA_DIR`; required when `NODE_ENV=production` and `DATABASE_URL` is set',
    meaning: 'comma list: the first signs, all verify',
    isSecret: true,
  }),
  ADMIN_EMAILS: variable('adminEmails', {
    read: readEmails,
    fallback: 'empty',
    meaning: 'accounts that are made admins whenever they sign in',
  }),
  SERVICE_NAME: variable('serviceName', {
    read: readServiceName,
    fallback: '`Directory`',
    meaning:
      'display name until the site has its own; its kebab form names the cookie and the worker’s header',
  }),
  AUTO_PUBLISH: flag('autoPublish', true, '`off`: new listings wait as `pending` for an admin'),
  POLICY_HOSTS: variable('policyHosts', {
    read: (read, name) => read.choice(name, ['flag', 'refuse'] as const, 'flag'),
    fallback: '`flag`',
    meaning:
      'listings at a host of the [imported list](content-policy.md#lists-of-hosts): `flag` them for a moderator, or `refuse` them',
  }),
  POLICY_UNSURE: variable('policyUnsure', {
    read: (read, name) => read.choice(name, ['publish', 'hold'] as const, 'publish'),
    fallback: '`publish`',
    meaning:
      'listings that the content policy is unsure of: `publish` them, or `hold` them as `pending`; a moderator reviews them either way',
  }),
  LISTING_STATS: flag(
    'listingStats',
    true,
    '`off`: [views and clicks](operators.md#views-and-clicks) of listings are not counted',
  ),
  ...WORKER_VARIABLES,
  MEDIA_STORE: variable('mediaStore', {
    read: readMediaStore,
    fallback: '`database`',
    meaning: 'where pictures are kept: `database` or `s3://bucket`',
  }),
  S3_ENDPOINT: url('s3Endpoint', WEB, {
    fallback: 'AWS',
    meaning: 'address of the S3-compatible store of `MEDIA_STORE`',
  }),
  S3_REGION: variable('s3Region', {
    read: (read, name) => read.text(name) ?? 'us-east-1',
    fallback: '`us-east-1`',
    meaning: 'its region',
  }),
  S3_ACCESS_KEY_ID: text('s3AccessKeyId', { fallback: 'unset', meaning: 'its access key' }),
  S3_SECRET_ACCESS_KEY: {
    ...text('s3SecretAccessKey', { fallback: 'unset', meaning: 'the secret of that key' }),
    isSecret: true,
  },
  AUDIT_KEEP_DAYS: limit('auditKeepDays', 0, 'days the audit log is kept; `0` keeps it for ever'),
  BACKUP_DIR: variable('backupDir', {
    read: (read, name) => (read.text(name) === null ? null : resolve(read.text(name) ?? '')),
    fallback: 'unset: none are made',
    meaning: 'a directory for a [backup](operators.md#backup) each day, pictures and secrets included',
  }),
  BACKUP_KEEP: integer('backupKeep', {
    fallback: 7,
    min: 1,
    max: 10_000,
    meaning: 'how many of them are kept',
  }),
  SMTP_URL: url('smtpUrl', ['smtp:', 'smtps:'], {
    fallback: 'unset: emails become `.eml` files in `DATA_DIR/outbox`',
    meaning: 'email provider, `smtp://…` or `smtps://…`',
  }),
  MAIL_FROM: variable('mailFrom', {
    read: readMailFrom,
    fallback: 'the name of the site `<no-reply@host>`',
    meaning: 'sender of emails',
  }),
  CONTACT_EMAIL: variable('contactEmail', {
    read: readEmail,
    fallback: 'unset',
    meaning: 'how to reach the operator, unless the site sets it: on pages, and Reply-To of emails',
  }),
  REQUIRE_EMAIL_VERIFICATION: flag(
    'requireEmailVerification',
    false,
    '`on`: register answers 202 and sends an email instead of a key',
  ),
  REQUIRE_TWO_FACTOR: variable('requireTwoFactor', {
    read: (read, name) => read.choice(name, ['off', 'admins'] as const, 'off'),
    fallback: '`off`',
    meaning:
      '`admins`: a moderator or admin who signs in without a [second factor](security.md#second-factor) must set one up before using the console',
  }),
  PASSWORD_RESET: flag('passwordReset', true, '`off`: 400 `reset_disabled`'),
  ...LIMIT_VARIABLES,
  BLOCK_UNUSUAL_USER_AGENTS: flag(
    'blockUnusualUserAgents',
    false,
    '`on`: an empty or scripted User-Agent gets 403, code `1010`',
  ),
  DOCS_URL: variable('docsUrl', {
    read: (read, name) =>
      (read.url(name, WEB) ?? `${readPublicUrl(read, 'PUBLIC_URL')}/docs`).replace(/(?<!\/)\/+$/, ''),
    fallback: '`PUBLIC_URL/docs`',
    meaning: 'base of `docs_url` in errors',
  }),
  LOG_LEVEL: variable('logLevel', {
    read: (read, name) => read.choice(name, LOG_LEVELS, 'info'),
    fallback: '`info`',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
  }),
  LOG_LEVELS: variable('logLevels', {
    read: readLogLevels,
    fallback: 'empty',
    meaning:
      'levels of single areas, `captures=debug,requests=warn`; the areas are `requests`, `database`, `jobs`, `captures`, `mails`',
  }),
  LOG_FORMAT: variable('logFormat', {
    read: (read, name) => read.choice(name, ['pretty', 'json'] as const, read.isTerminal ? 'pretty' : 'json'),
    fallback: '`pretty` on a terminal, else `json`',
    meaning: 'structured logs, secrets redacted',
  }),
} as const;

export type VariableName = keyof typeof VARIABLES;

/** The value of every variable under its key. */
export type Values = {
  readonly [N in VariableName as (typeof VARIABLES)[N]['key']]: ReturnType<(typeof VARIABLES)[N]['read']>;
};

/** Each variable with its name, in the order of the table. */
export const variables = Object.entries(VARIABLES) as [VariableName, Variable<keyof Values, unknown>][];
