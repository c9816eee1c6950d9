// The checks of the service in one table, for directory-admin doctor and the console.
import { setTimeout as wait } from 'node:timers/promises';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import type { Asked, Found, Say } from './checks/check.js';
import { checkDatabaseState, SERVICE_CHECKS } from './checks/service.js';
import { checkBrowser, MACHINE_CHECKS, SURROUNDING_CHECKS } from './checks/surroundings.js';

export interface Check extends Found {
  readonly name: string;
}

/** The checks in order. The checks of the service need a migrated database. */
const CHECKS = {
  machine: MACHINE_CHECKS,
  database: { database: checkDatabaseState },
  service: SERVICE_CHECKS,
  browser: { browser: checkBrowser },
  surroundings: SURROUNDING_CHECKS,
} as const satisfies Record<string, Record<string, (asked: Asked) => Promise<Found>>>;

export async function* checkEach(group: keyof typeof CHECKS, asked: Asked): AsyncGenerator<Check> {
  for (const [name, check] of Object.entries(CHECKS[group])) yield { name, ...(await check(asked)) };
}

const LIMIT = 6_000;

/** Runs all checks at once, except that of the browser, which concerns the machine that captures. */
export async function runChecks(actor: Actor, t: Say): Promise<Check[]> {
  requireAdmin(actor);
  const { machine, database, service, surroundings } = CHECKS;
  const checks = Object.entries({ ...machine, ...database, ...service, ...surroundings });
  const finding = t('check.too-slow', { seconds: LIMIT / 1000 });
  const silence = wait<Found>(LIMIT, { verdict: 'broken', finding }, { ref: false });
  const inTime = (check: (asked: Asked) => Promise<Found>) =>
    Promise.race([check({ t, config, actor }), silence]);
  return Promise.all(checks.map(async ([name, check]) => ({ name, ...(await inTime(check)) })));
}
