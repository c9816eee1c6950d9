// directory-admin doctor, config, maintenance: the installation as a whole.
import { Argument, Option } from 'commander';
import { systemActor } from '../core/kernel/actor.js';
import { describeUnknown, reportConfig } from '../core/kernel/config/report.js';
import { ConfigError, unknownVariables } from '../core/kernel/config.js';
import { configureLog } from '../core/kernel/log.js';
import { closeQueue, openQueue } from '../core/kernel/queue.js';
import { ENGLISH } from '../core/languages/catalogues.js';
import { closeMediaStore } from '../core/pictures/media-store.js';
import { type Check, checkEach } from '../core/service/checks.js';
import { maintenanceNotice, setMaintenance } from '../core/service/maintenance.js';
import { openDatabase } from '../db/connection.js';
import * as output from './kit/output.js';
import { readSettings } from './kit/session.js';

export const config = {
  examples: ['config', 'config --json'],
  run: async () => {
    const report = reportConfig(readSettings());
    for (const unknown of unknownVariables) output.note(describeUnknown(unknown));
    const rows = Object.entries(report);
    const lines = rows.map(([name, value]) => ({ name, value }));
    return { document: report, lines, text: () => output.printFields(rows) };
  },
};

export const maintenance = {
  takes: [new Argument('[state]', 'default: show the current one').choices(['on', 'off'])],
  options: [new Option('--message <text>', 'message shown to visitors')],
  examples: ['maintenance on --message "Back at 10:00 UTC"', 'maintenance off', 'maintenance'],
  run: async (state: 'on' | 'off' | undefined, options: { message?: string }) => {
    readSettings();
    const message =
      state === undefined
        ? maintenanceNotice()
        : setMaintenance(systemActor('cli'), state === 'on' ? (options.message ?? '') : null);
    const text = message === null ? 'The service is open.' : `Closed for maintenance: ${message}`;
    return { document: { maintenance: message !== null, message }, text };
  },
};

// doctor: checks everything the service depends on, with advice for each finding.

export const doctor = {
  examples: ['doctor', 'doctor --json'],
  run: async (options: output.FormatOptions): Promise<output.ExitCode> => {
    const format = output.formatOf(options);
    const checks: Check[] = [];
    const found = { database: false };
    for await (const check of checkInstallation(found)) {
      checks.push(check);
      if (format === 'ndjson') output.printJsonLine(check);
      else if (format === 'table') printCheck(check);
    }
    if (format === 'json') output.printJson({ checks });
    if (!found.database) return output.EXIT.unavailable;
    return checks.some(({ verdict }) => verdict === 'broken') ? output.EXIT.refused : output.EXIT.done;
  },
};

/** Ends early without a valid configuration or a database. @param found says whether there is a database */
async function* checkInstallation(found: { database: boolean }): AsyncGenerator<Check> {
  let config: ReturnType<typeof readSettings>;
  try {
    config = readSettings();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = 'Correct these variables; docs/configuration.md lists their valid values.';
    yield { name: 'configuration', verdict: 'broken', finding: error.problems.join('\n'), advice };
    return;
  }
  // The checks report every problem once, with advice, so nothing is logged.
  if (config.logLevel === 'info') configureLog({ ...config, logLevel: 'silent' });
  const { findBrowser } = output.io;
  const given = { t: ENGLISH.t, config, actor: systemActor('cli'), findBrowser };
  yield* checkEach('machine', given);
  if (findBrowser) yield* checkEach('browser', given);
  yield* checkEach('surroundings', given);
  await closeMediaStore();
  const database = await openDatabase(config).catch((error: Error) => error);
  if (database instanceof Error) {
    const advice = 'Start the database, or correct DATABASE_URL.';
    yield { name: 'database', verdict: 'broken', finding: database.message, advice };
    return;
  }
  found.database = true;
  try {
    for await (const check of checkEach('database', given)) {
      yield check;
      if (check.verdict === 'broken') return;
    }
    const queueError = await openQueue(database.url).catch((error: Error) => error);
    yield* checkEach('service', { ...given, queueError: queueError ?? undefined });
  } finally {
    await closeQueue();
    await database.close();
  }
}

const MARKS = { ok: ['green', '✓'], attention: ['yellow', '!'], broken: ['red', '✗'] } as const;

function printCheck({ name, verdict, finding, advice }: Check): void {
  const [colour, mark] = MARKS[verdict];
  const indent = ' '.repeat(17);
  const title = `${output.paint(colour, mark)} ${output.paint('bold', name.padEnd(14))}`;
  output.say(`${title} ${finding.replaceAll('\n', `\n${indent}`)}`);
  for (const line of advice?.split('\n') ?? []) output.say(`${indent}→ ${line}`);
}
