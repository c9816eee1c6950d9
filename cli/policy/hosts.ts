// directory-admin policy hosts import, show, remove
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { importHosts, readHostList, removeHosts } from '../../core/policy/host-list.js';
import { isToBeDone } from '../kit/batch.js';
import { asOption, batchOptions, type Group, type Options } from '../kit/command.js';
import { EXIT, UsageError } from '../kit/exit.js';
import { openInput } from '../kit/input.js';
import { printFields, printResult, say } from '../kit/output.js';
import { inSession, withSession } from '../kit/session.js';
import { count, groupDigits, shortTime } from '../kit/text.js';

export const hostGroup: Group = {
  summary: 'The list of hosts that are flagged or refused',
  verbs: {
    'import <file>': {
      summary:
        'Replace the list by a file in hosts format, or with one host a line (- for standard input), and screen everything again. Only hashes are stored.',
      options: [
        new Option('--source <text>', 'where the list is from; by default the name of the file'),
        asOption(),
      ],
      examples: ['policy hosts import blocklist.txt'],
      run: async (file: string, options: Options & { source?: string }) => {
        const list = await text(await openInput(file));
        const source = options.source ?? (file === '-' ? undefined : basename(file));
        return withSession({ ...options, queue: true }, async ({ actor }) => {
          const result = await importHosts(actor, { text: list, source });
          const skipped = `${count(result.skipped, 'entry', 'entries')} ${result.skipped === 1 ? 'was' : 'were'} no host.`;
          printResult(options, {
            document: result,
            text: `Listed now: ${count(result.count, 'host')}; ${skipped}`,
          });
        });
      },
    },
    'show [address]': {
      summary: 'Show how many hosts are listed, and whether one is (exit code 1 if not).',
      examples: ['policy hosts show', 'policy hosts show shop.bad.example.com'],
      run: inSession(async ({ actor }, address: string | undefined, options: Options) => {
        const list = await readHostList(actor, { q: address });
        const isMissing = address !== undefined && list.listed_host === null;
        printResult(options, {
          document: list,
          text: () => {
            if (isMissing) return say(`${address} is not listed.`);
            if (address !== undefined) return say(`${address} is listed, as ${list.listed_host}.`);
            printFields([
              ['hosts', groupDigits(list.count)],
              ['verdict', list.verdict],
              ['source', list.source ?? ''],
              ['imported by', list.imported_by ?? ''],
              ['changed', shortTime(list.changed_at) || 'never'],
            ]);
          },
        });
        return isMissing ? EXIT.refused : EXIT.done;
      }),
    },
    'remove [hosts...]': {
      summary: 'Remove hosts from the list, and screen everything again.',
      options: [new Option('--all', 'remove all'), ...batchOptions()],
      examples: ['policy hosts remove good.example.com', 'policy hosts remove --all --yes'],
      run: async (hosts: string[], options: Options & { all?: boolean }) => {
        if (options.all ? hosts.length > 0 : hosts.length === 0)
          throw new UsageError('Name hosts, or give --all.');
        return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
          const { count: listed } = await readHostList(actor);
          const many = options.all ? listed : hosts.length;
          const plan = `take ${count(many, 'host')} off the list`;
          if (!(await isToBeDone(options, signal, { plan, about: { total: many }, many }))) return;
          let removed = 0;
          for (const host of options.all ? [null] : hosts) {
            signal.throwIfAborted();
            removed += (await removeHosts(actor, host)).removed;
          }
          const document = { removed, count: listed - removed };
          printResult(options, { document, text: `Removed: ${count(removed, 'host')}.` });
        });
      },
    },
  },
};
