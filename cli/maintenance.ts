// directory-admin maintenance: closes the service to visitors temporarily.
import { Argument, type Command, Option } from 'commander';
import { systemActor } from '../core/kernel/actor.js';
import { maintenanceNotice, setMaintenance } from '../core/operations/maintenance.js';
import { defineVerb, type Finish, jsonOptions } from './command.js';
import { type FormatOptions, formatOf, printJson, say } from './output.js';
import { readSettings } from './session.js';

export function defineMaintenance(maintenance: Command, finish: Finish): void {
  maintenance.addArgument(
    new Argument('[state]', 'how it is to be; without it, how it is').choices(['on', 'off']),
  );
  defineVerb(maintenance, finish, {
    options: [new Option('--message <text>', 'message shown to visitors'), ...jsonOptions()],
    examples: ['maintenance on --message "Back at 10:00 UTC"', 'maintenance off', 'maintenance'],
    run: switchMaintenance,
  });
}

async function switchMaintenance(
  state: 'on' | 'off' | undefined,
  options: FormatOptions & { message?: string },
): Promise<void> {
  readSettings();
  const actor = systemActor('cli');
  const notice =
    state === undefined
      ? maintenanceNotice()
      : setMaintenance(actor, state === 'on' ? (options.message ?? '') : null);
  if (formatOf(options) !== 'table') printJson({ maintenance: notice !== null, message: notice });
  else say(notice === null ? 'The service is open.' : `Closed for maintenance: ${notice}`);
}
