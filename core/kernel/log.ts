// The log: one structured line per event, secrets left out whatever object they arrive in.
import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import type { Config } from './config.js';

export type { Logger } from 'pino';

const REDACTED = '[hidden]';
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'key',
  'secret',
];

/** The fields of the logged object itself and of what lies up to three deep in it, as pino writes paths. */
function secretPaths(serviceSlug: string): string[] {
  const fields = [
    ...SECRET_FIELDS.map((field) => `.${field}`),
    '["set-cookie"]',
    `["x-${serviceSlug}-screenshot-secret"]`,
  ];
  return ['', '*', '*.*', '*.*.*'].flatMap((depth) =>
    fields.map((field) => (depth + field).replace(/^\./, '')),
  );
}

/** The log of this process: silent until `configureLog`, a live binding for everyone who imports it. */
export let log: Logger = pino({ level: 'silent' });

/**
 * Logs as the configuration says: one JSON object a line, or for people; to stdout unless the caller speaks
 * for itself there. Lines are written at once, so that a dying process loses none.
 */
export function configureLog(
  { logLevel, logFormat, serviceSlug }: Pick<Config, 'logLevel' | 'logFormat' | 'serviceSlug'>,
  to: 'stdout' | 'stderr' | DestinationStream = 'stdout',
): Logger {
  const destination =
    typeof to === 'string' ? pino.destination({ dest: to === 'stdout' ? 1 : 2, sync: true }) : to;
  const options = {
    level: logLevel,
    base: null,
    redact: { paths: secretPaths(serviceSlug), censor: REDACTED },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const output =
    logFormat === 'pretty'
      ? pretty({ sync: true, translateTime: 'SYS:HH:MM:ss.l', destination })
      : destination;
  log = pino(options, output);
  return log;
}

const SECRET_PARAMETER = /([?&](?:token|key|secret|password)=)[^&#]*/gi;
const SECRET_SEGMENT = /(\/reset-password\/)[^/?#]+/;

/** A request's address fit for the log: links sent by mail carry their secret in it. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_PARAMETER, `$1${REDACTED}`).replace(SECRET_SEGMENT, `$1${REDACTED}`);
}
