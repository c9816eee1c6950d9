// The log: one structured line per event, secrets left out whatever object they arrive in.
import { type Logger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import type { Config } from './config.js';

export type { Logger } from 'pino';

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-directory-screenshot-secret"]',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'key',
  'secret',
];
/** Fields of the logged object itself and of what lies up to three deep in it. */
const DEPTHS = ['', '*', '*.*', '*.*.*'];

const REDACTED = '[hidden]';
const SECRET_PATHS = DEPTHS.flatMap((depth) =>
  SECRET_FIELDS.map((field) => (depth === '' || field.startsWith('[') ? depth + field : `${depth}.${field}`)),
);

/** The log of this process: silent until `configureLog`, a live binding for everyone who imports it. */
export let log: Logger = pino({ level: 'silent' });

/**
 * Logs as the configuration says, to stdout unless the caller speaks for itself there. Both forms are written
 * at once: a dying process loses no line.
 */
export function configureLog(
  config: Pick<Config, 'logLevel' | 'logFormat'>,
  stream: 'stdout' | 'stderr' = 'stdout',
): Logger {
  const destination = stream === 'stdout' ? 1 : 2;
  const options = {
    level: config.logLevel,
    base: null,
    redact: { paths: SECRET_PATHS, censor: REDACTED },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  log =
    config.logFormat === 'pretty'
      ? pino(options, pretty({ destination, sync: true, translateTime: 'SYS:HH:MM:ss.l', messageKey: 'msg' }))
      : pino(options, pino.destination({ dest: destination, sync: true }));
  return log;
}

const SECRET_PARAMETER = /([?&](?:token|key|secret|password)=)[^&#]*/gi;
const SECRET_SEGMENT = /(\/reset-password\/)[^/?#]+/;

/** A request's address fit for the log: links sent by mail carry their secret in it. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_PARAMETER, `$1${REDACTED}`).replace(SECRET_SEGMENT, `$1${REDACTED}`);
}
