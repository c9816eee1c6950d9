// directory-admin complete: called by the scripts of `completion` while someone types; prints a name and its
// description per line. It reports no errors and answers quickly.
import { Argument, type Command } from 'commander';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../core/kernel/audit-actions.js';
import { whereDatabaseIs } from '../core/kernel/config.js';
import { findNames, NAME_KINDS, type NameKind } from '../db/names.js';
import { type Finish, withExamples } from './command.js';
import { EXIT } from './exit.js';
import { io } from './io.js';
import { say } from './output.js';

/** Values that are not in the database, but too many for the help and the shell scripts. */
const ACTIONS: readonly string[] = [...AUDIT_ACTIONS, ...SUBJECT_TYPES];

export function defineComplete(complete: Command, finish: Finish): void {
  complete
    .addArgument(new Argument('<kind>').choices([...NAME_KINDS, 'actions']))
    .argument('[beginning]')
    .action(async (kind: NameKind | 'actions', beginning = '') => {
      for (const [name, about] of await namesOf(kind, beginning)) say(`${plain(name)}\t${plain(about)}`);
      finish(EXIT.done);
    });
  withExamples(complete, ['complete listings tide']);
}

async function namesOf(
  kind: NameKind | 'actions',
  beginning: string,
): Promise<[name: string, about: string][]> {
  if (kind === 'actions') {
    return ACTIONS.filter((action) => action.startsWith(beginning)).map((action) => [action, '']);
  }
  try {
    return await findNames(kind, beginning, whereDatabaseIs(io.environment));
  } catch {
    return [];
  }
}

/** On one line, without control characters. */
const plain = (text: string) => text.replace(/\p{C}+/gu, ' ');
