// The worker's part of imports: runs imports started in the console, and resumes imports of dead workers.
import { UserModel } from '../../db/models/accounts.js';
import { ImportModel } from '../../db/models/import.js';
import { systemActor } from '../kernel/actor.js';
import { DomainError } from '../kernel/errors.js';
import { isFree, leaseEnd, newHolder, whileRenewing } from '../kernel/leases.js';
import { areaLog } from '../kernel/log.js';
import { findRun } from './records.js';
import { ImportInterrupted } from './rows.js';
import { runImport } from './run.js';
import { startDueSources } from './sources.js';
import { undoRows } from './undo.js';

const log = areaLog('jobs');

/** Seconds until another worker may take over from a dead one. */
const LEASE_SECONDS = 30;

/** Runs or undoes waiting imports, one after the other. @returns how many ended */
export async function workOnImports(signal: AbortSignal): Promise<number> {
  let ended = 0;
  await startDueSources();
  while (!signal.aborted) {
    const run = await leaseRun();
    if (!run) break;
    const actor = systemActor('job', await starterOf(run));
    try {
      await whileRenewing(
        LEASE_SECONDS / 3,
        () => renewLease(run),
        async () => {
          if (run.state === 'undoing') for await (const _ of undoRows(actor, run, signal));
          else for await (const _ of runImport(actor, run, { signal }));
        },
      );
      log.info({ import: run.id, source: run.source, state: run.state }, 'an import ended');
    } catch (error) {
      if (!(error instanceof ImportInterrupted) && !(error instanceof DomainError)) throw error;
      log.info({ import: run.id, reason: error.message }, 'an import stopped');
    }
    ended += 1;
  }
  return ended;
}

async function leaseRun(): Promise<ImportModel | null> {
  const { rows } = await ImportModel.knex().raw<{ rows: { id: string }[] }>(
    `update imports set leased_until = now() + make_interval(secs => ?), leased_by = ?,
       state = case state when 'undoing' then state else 'running' end
     where id = (select id from imports
       where by_worker and state in ('waiting', 'running', 'undoing') and ${isFree()}
       order by created_at limit 1 for update skip locked)
     returning id`,
    [LEASE_SECONDS, newHolder()],
  );
  return rows[0] ? findRun(rows[0].id) : null;
}

/** Keeps the lease of a running import during a slow source. */
const renewLease = ({ id, leasedBy }: ImportModel) =>
  ImportModel.query()
    .findById(id)
    .where({ leased_by: leasedBy })
    .whereIn('state', ['running', 'undoing'])
    .patch({ leasedUntil: leaseEnd(LEASE_SECONDS) })
    .execute();

async function starterOf({ startedBy }: ImportModel) {
  const user = startedBy ? await UserModel.query().findById(startedBy).select('id', 'email') : undefined;
  return user ? { id: user.id, email: user.email } : null;
}
