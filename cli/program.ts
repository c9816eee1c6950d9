// The table of nouns. docs/cli.md is checked against it.
import { Command } from 'commander';
import { VERSION } from '../core/kernel/package.js';
import { addAuditCommands } from './audit.js';
import { addCatalogCommands } from './catalog.js';
import { type Finish, withExamples } from './command.js';
import { addCompletionCommand } from './completion.js';
import { addDatabaseCommands } from './db.js';
import { addDoctorCommand } from './doctor.js';
import { addJobCommands } from './jobs.js';
import { addKeyCommands } from './keys.js';
import { addListingCommands } from './listings.js';
import { addOverviewCommand } from './overview.js';
import { addPolicyCommands } from './policy.js';
import { addConfigCommand } from './settings.js';
import { addUserCommands } from './users.js';

const NOUNS = [
  addOverviewCommand,
  addUserCommands,
  addListingCommands,
  addKeyCommands,
  addCatalogCommands,
  addAuditCommands,
  addJobCommands,
  addPolicyCommands,
  addDatabaseCommands,
  addDoctorCommand,
  addConfigCommand,
  addCompletionCommand,
];

/** @param finish told the exit code of the command that ran */
export function createProgram(finish: Finish): Command {
  const program = new Command('directory-admin')
    .description('Runs the directory from the shell: people, listings, keys, catalog, jobs and the database.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('Add --help to see what it takes.');
  withExamples(program, [
    'overview',
    'users create ada@example.com --name "Ada Lovelace" --role admin',
    'listings import listings.ndjson --owner ada@example.com',
    'listings reject spam-site --reason "Not a product"',
  ]);
  for (const addCommands of NOUNS) addCommands(program, finish);
  return program;
}
