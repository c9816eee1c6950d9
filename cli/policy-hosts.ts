// directory-admin policy hosts import, show, remove
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { importHosts, readHostList, removeHosts } from '../core/policy/host-list.js';
import { addVerb, asOption, dryRunOption, type Finish, jsonOptions, yesOption } from './command.js';
import { EXIT, type ExitCode, UsageError } from './exit.js';
import { openInput } from './input.js';
import { type FormatOptions, formatOf, printFields, printJson, say } from './output.js';
import { confirmChange } from './prompt.js';
import { withSession } from './session.js';
import { count, groupDigits, shortTime } from './text.js';

export function addHostVerbs(policy: Command, finish: Finish): void {
  const hosts = policy.command('hosts').description('The list of hosts that are flagged or refused');
  addVerb(hosts, finish, {
    usage: 'import <file>',
    summary:
      'Replace the list by a file in hosts format, or with one host a line (- for standard input), and screen everything again. Only hashes are stored.',
    options: [
      new Option('--source <text>', 'where the list is from; by default the name of the file'),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'policy hosts import blocklist.txt',
      'curl -s https://lists.example.org/bad | directory-admin policy hosts import -',
    ],
    run: importList,
  });
  addVerb(hosts, finish, {
    usage: 'show [address]',
    summary: 'Show how many hosts are listed, and whether one is (exit code 1 if not).',
    options: jsonOptions(),
    examples: ['policy hosts show', 'policy hosts show shop.bad.example.com'],
    run: showList,
  });
  addVerb(hosts, finish, {
    usage: 'remove [hosts...]',
    summary: 'Remove hosts from the list, and screen everything again.',
    options: [new Option('--all', 'remove all'), yesOption(), dryRunOption(), asOption(), ...jsonOptions()],
    examples: ['policy hosts remove good.example.com', 'policy hosts remove --all --yes'],
    run: removeFromList,
  });
}

interface ImportOptions extends FormatOptions {
  source?: string;
  as?: string;
}

async function importList(file: string, options: ImportOptions): Promise<ExitCode> {
  const list = await text(await openInput(file));
  const source = options.source ?? (file === '-' ? undefined : basename(file));
  return withSession({ ...options, queue: true }, async ({ actor }) => {
    const result = await importHosts(actor, { text: list, source });
    if (formatOf(options) !== 'table') printJson(result);
    else {
      const skipped = `${count(result.skipped, 'entry', 'entries')} ${result.skipped === 1 ? 'was' : 'were'} no host.`;
      say(`Listed now: ${count(result.count, 'host')}; ${skipped}`);
    }
    return EXIT.done;
  });
}

function showList(address: string | undefined, options: FormatOptions): Promise<ExitCode> {
  return withSession({}, async ({ actor }) => {
    const list = await readHostList(actor, { q: address });
    const isMissing = address !== undefined && list.listed_host === null;
    if (formatOf(options) !== 'table') printJson(list);
    else if (address !== undefined) {
      say(isMissing ? `${address} is not listed.` : `${address} is listed, as ${list.listed_host}.`);
    } else {
      printFields([
        ['hosts', groupDigits(list.count)],
        ['verdict', list.verdict],
        ['source', list.source ?? ''],
        ['imported by', list.imported_by ?? ''],
        ['changed', shortTime(list.changed_at) || 'never'],
      ]);
    }
    return isMissing ? EXIT.refused : EXIT.done;
  });
}

interface RemovalOptions extends FormatOptions {
  all?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  as?: string;
}

async function removeFromList(hosts: string[], options: RemovalOptions): Promise<ExitCode> {
  if (options.all ? hosts.length > 0 : hosts.length === 0) throw new UsageError('Name hosts, or give --all.');
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const { count: listed } = await readHostList(actor);
    const many = options.all ? listed : hosts.length;
    const plan = `take ${count(many, 'host')} off the list`;
    if (options.dryRun) {
      if (formatOf(options) === 'table') say(`Dry run, nothing is changed. It would ${plan}.`);
      else printJson({ dry_run: true, total: many });
      return EXIT.done;
    }
    if (!options.yes) await confirmChange(`${plan.replace('take', 'Take')}?`, many);
    let removed = 0;
    for (const host of options.all ? [null] : hosts) {
      signal.throwIfAborted();
      removed += (await removeHosts(actor, host)).removed;
    }
    if (formatOf(options) === 'table') say(`Removed: ${count(removed, 'host')}.`);
    else printJson({ removed, count: listed - removed });
    return EXIT.done;
  });
}
