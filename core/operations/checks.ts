// The checks of the service, for the console; directory-admin doctor runs the same ones, and some before the service can.
import { BaseModel } from '../../db/models/base.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { config, unknownVariables } from '../kernel/config.js';
import type { Check, Say } from './checks/check.js';
import {
  checkAdmins,
  checkDatabaseState,
  checkMailQueue,
  checkQueueState,
  checkSearchRows,
  checkWorkers,
} from './checks/service.js';
import {
  checkBackups,
  checkConfiguration,
  checkDisk,
  checkLanguages,
  checkMailTransport,
  checkPictures,
  checkPolicy,
  checkPublicAddress,
} from './checks/surroundings.js';

export type { Check } from './checks/check.js';

/** Milliseconds for a check; providers may be silent. */
const LIMIT = 6_000;

/**
 * Runs all checks at once, except that of the browser: it belongs to the machine that captures.
 * @param t the texts of the reader's language
 * @throws DomainError unauthorized, forbidden
 */
export async function runChecks(actor: Actor, t: Say): Promise<Check[]> {
  requireAdmin(actor);
  const knex = BaseModel.knex();
  const inTime = (name: string, work: Check | Promise<Check>): Promise<Check> => {
    const finding = t('check.too-slow', { seconds: LIMIT / 1000 });
    const silence = new Promise<Check>((resolve) => {
      setTimeout(() => resolve({ name, verdict: 'broken', finding }), LIMIT).unref();
    });
    return Promise.race([work, silence]);
  };
  return Promise.all([
    checkConfiguration(t, config, unknownVariables),
    inTime('disk', checkDisk(t, config)),
    checkPolicy(t, config),
    checkLanguages(t),
    checkDatabaseState(t, knex),
    checkWorkers(t, config, knex),
    inTime('queue', checkQueueState(t, config)),
    checkMailQueue(t),
    checkSearchRows(t, config),
    checkAdmins(t, config, actor),
    inTime('pictures', checkPictures(t, config)),
    inTime('backups', checkBackups(t, config)),
    checkPublicAddress(t, config),
    inTime('mail', checkMailTransport(t, config)),
  ]);
}
