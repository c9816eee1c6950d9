// directory-admin listings …
import { type Command, Option } from 'commander';
import { addNoun, addVerb, asOption, dryRunOption, type Finish, jsonOptions } from './command.js';
import { importListings } from './listings-import.js';

export function addListingCommands(program: Command, finish: Finish): void {
  const listings = addNoun(program, 'listings', 'listings: find, edit, moderate, import, export …');
  addVerb(listings, finish, {
    usage: 'import <file>',
    summary:
      'Submit every row of an NDJSON or CSV file (- for standard input) in the listing write shape. ' +
      'The same file again changes nothing, so an import that was stopped is simply run again.',
    options: [
      new Option('--owner <email>', 'account the new listings belong to; without it only admins change them'),
      new Option('--format <format>', 'told from the content otherwise').choices(['ndjson', 'csv']),
      dryRunOption(),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'listings import listings.ndjson --owner ada@example.com --dry-run',
      'listings import listings.csv --owner ada@example.com',
      'listings export --json | directory-admin listings import -',
    ],
    run: importListings,
  });
}
