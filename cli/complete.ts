// directory-admin complete: what the scripts of `completion` ask while somebody types, a name and what it is about a line.
// It never complains, and keeps nobody waiting.
import { Argument, type Command } from 'commander';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../core/kernel/audit-actions.js';
import { whereDatabaseIs } from '../core/kernel/config.js';
import { findNames, NAME_KINDS, type NameKind } from '../db/names.js';
import { type Finish, withExamples } from './command.js';
import { EXIT } from './exit.js';
import { io } from './io.js';
import { say } from './output.js';

/** Not in the database, and too many for the help and for the script of every shell. */
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

/** On one line, and nothing that a terminal would obey. */
const plain = (text: string) => text.replace(/\p{C}+/gu, ' ');
