import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentWork } from '../../db/work.js';
import { LOG_AREAS, type LogArea } from './config/variable-values.js';
import type { Config } from './config.js';
import { DomainError } from './errors.js';

const REDACTED = '[hidden]';
const SECRET_FIELDS = 'authorization cookie password newPassword currentPassword token key secret'.split(' ');

/** Secret fields of the logged object and of objects up to three levels deep, as paths for pino. */
function secretPaths(screenshotHeader: string): string[] {
  const fields = [
    ...SECRET_FIELDS.map((field) => `.${field}`),
    '["set-cookie"]',
    `["${screenshotHeader.toLowerCase()}"]`,
  ];
  return ['', '*', '*.*', '*.*.*'].flatMap((depth) =>
    fields.map((field) => (depth + field).replace(/^\./, '')),
  );
}

/** The log: a live binding, silent until `configureLog`. */
export let log: Logger = pino({ level: 'silent' });

/** The log of request lines, thousands a second at peaks. Skips redaction: its fields contain no secrets. */
export let requestLog: Logger = log;

/** Sets up the log. `log` writes synchronously, so that a dying process loses no line. */
export function configureLog(
  settings: Pick<Config, 'logLevel' | 'logFormat' | 'screenshotHeader'> & Partial<Pick<Config, 'logLevels'>>,
  to: 'stdout' | 'stderr' | DestinationStream = 'stdout',
): Logger {
  const { logLevel, logLevels = {}, logFormat, screenshotHeader } = settings;
  const descriptor = to === 'stdout' ? 1 : 2;
  const destination = typeof to === 'string' ? pino.destination({ dest: descriptor, sync: true }) : to;
  const plain = {
    level: logLevels.requests ?? logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const options = {
    ...plain,
    level: logLevel,
    mixin: nameRequest,
    redact: { paths: secretPaths(screenshotHeader), censor: REDACTED },
  };
  const output = logFormat === 'pretty' ? prettier(destination) : destination;
  log = pino(options, output);
  areas.clear();
  for (const area of LOG_AREAS) areas.set(area, log.child({ area }, { level: logLevels[area] ?? logLevel }));
  requestLog = pino(plain, output);
  return log;
}

/** Formats lines for people. Loads the library with the first line: most processes write JSON, or nothing. */
function prettier(destination: DestinationStream): DestinationStream {
  let pretty: ReturnType<typeof import('pino-pretty').prettyFactory> | undefined;
  const load = () => createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return {
    write(line) {
      pretty ??= load().prettyFactory({ translateTime: 'SYS:HH:MM:ss.l' });
      destination.write(pretty(line));
    },
  };
}

const areas = new Map<LogArea, Logger>();

/** A child log that names its area on each line; follows later configuration, like `log`. */
export function areaLog(area: Exclude<LogArea, 'requests'>): Logger {
  return new Proxy({} as Logger, { get: (_, name) => Reflect.get(areas.get(area) ?? log, name) });
}

/** Adds the request id and trace of the current work, also in a job caused by a request. */
function nameRequest(): { request_id?: string; trace_id?: string } {
  const { requestId, span } = currentWork() ?? {};
  return { ...(requestId ? { request_id: requestId } : {}), ...(span ? { trace_id: span.traceId } : {}) };
}

/** null if the promise rejects. Refusals and the end of the work are expected; other errors are logged. */
export function orLogged<T>(value: Promise<T>, failure: string): Promise<T | null> {
  return value.catch((error: unknown) => {
    const isExpected = error instanceof DomainError || (error as Error).name === 'AbortError';
    if (!isExpected) log.error({ err: error }, failure);
    return null;
  });
}

const SECRET_PARAMETER = /([?&](?:token|key|secret|password)=)[^&#]*/gi;

/** Removes the secrets of emailed links from a path. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_PARAMETER, `$1${REDACTED}`);
}
