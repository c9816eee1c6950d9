// directory-admin maintenance: closes the service to visitors temporarily.
import { Argument, Option } from 'commander';
import { systemActor } from '../core/kernel/actor.js';
import { maintenanceNotice, setMaintenance } from '../core/service/maintenance.js';
import { readSettings } from './kit/session.js';

export const command = {
  takes: [new Argument('[state]', 'how it is to be; without it, how it is').choices(['on', 'off'])],
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
