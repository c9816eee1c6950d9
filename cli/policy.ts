import { Argument, Option } from 'commander';
import { own } from '../core/kernel/own.js';
import { explainListing } from '../core/listings/screen.js';
import * as hosts from '../core/policy/hosts.js';
import * as screening from '../core/policy/screening.js';
import { type Options, toOption, type Verbs } from './kit/command.js';
import { readRows } from './kit/input.js';
import * as output from './kit/output.js';
import { eachVerb, listVerb } from './kit/verbs.js';
import { type EditOptions, fieldOptions, readFieldOptions } from './listings/edit.js';

/** A verdict, with its line in the file if the listing comes from one. */
type Verdict = screening.PolicyExplanation & { readonly line?: number; readonly name: string };

const RULE_COLUMNS: readonly output.Column<Verdict['rules'][number]>[] = [
  'rule: id',
  'category',
  'effect',
  'field',
  'matched',
  'excused by: excused',
  'why: reason',
];

type SetOptions = Options & { category?: string[] };

export const verbs: Verbs = {
  'check [text...]': {
    summary:
      'Check texts or listings, and show every rule that fired and why. Exit code 1: none passes; 4: some do not.',
    options: [
      new Option('--file <file>', 'NDJSON or CSV of listings (- for standard input)'),
      ...fieldOptions,
    ],
    examples: [
      'policy check "Buy our hemp-free tea"',
      'policy check --name Heron --tagline "Fish, fresh from the lake" --website-url heron.example.com',
      'policy check --file listings.ndjson --json',
    ],
    does: async ({ actor, config }, words: string[], options: EditOptions) => {
      const policy = screening.loadInstancePolicy(config.dataDir);
      const fields = readFieldOptions(options);
      const text = words.join(' ');
      const given = [text !== '', Object.keys(fields).length > 0, options.file !== undefined];
      if (given.filter(Boolean).length !== 1)
        throw new output.UsageError('Give a text, fields of a listing, or --file.');
      const results: Verdict[] = [];
      if (text) results.push({ name: text, ...screening.explainContent({ text }, policy) });
      else if (!options.file)
        results.push({ name: String(fields.name ?? ''), ...(await explainListing(actor, fields, policy)) });
      else
        for await (const { line, input, problem } of readRows(options.file)) {
          const explained = problem
            ? Promise.reject(new Error(problem.error))
            : explainListing(actor, input, policy);
          const explanation = await explained.catch((error: Error) => {
            throw new output.UsageError(`Line ${line}: ${error.message}`);
          });
          results.push({ line, name: String(own(input, 'name') ?? ''), ...explanation });
        }
      const lines = results.map((verdict) => ({ allowed: verdict.finding === null, ...verdict }));
      const failed = lines.filter(({ allowed }) => !allowed).length;
      return {
        document: { results: lines },
        lines,
        text: () => results.forEach(printVerdict),
        code: output.exitCodeOf({ done: lines.length - failed, failed }),
      };
    },
  },
  hosts: {
    summary: 'Hosts that are refused, held for a moderator, or exempt from the policy',
    verbs: {
      list: listVerb({
        summary: 'List the verdicts on hosts, newest first.',
        query: hosts.HostVerdictQuery,
        examples: ['policy hosts list', 'policy hosts list --verdict pass --json'],
        find: hosts.findHostVerdicts,
        rows: (found) => found.hosts,
        columns: ['address!', 'verdict', 'exempt from: categories', 'reason', 'since: created_at'],
        empty: 'No host has a verdict.',
      }),
      'set <address>': {
        summary:
          'Refuse a host with its subdomains, or an address with all below it; hold its listings for a moderator, or exempt it.',
        takes: [new Argument('<verdict>').choices([...hosts.HOST_VERDICTS])],
        options: [
          new Option('--category <category...>', 'with pass: only these parts of the policy').choices([
            ...screening.POLICY_CATEGORIES,
          ]),
          toOption('reason').makeOptionMandatory(),
          'as',
        ],
        examples: [
          'policy hosts set bad.example.com refuse --reason "Sells fakes"',
          'policy hosts set pharmacy.example.com pass --category drugs --reason "Its licence was seen on 3 May"',
        ],
        does: async ({ actor }, address: string, verdict: string, options: SetOptions) => {
          const { category: categories, reason } = options;
          const { host, created } = await hosts.setHostVerdict(actor, {
            address,
            verdict,
            categories,
            reason,
          });
          const text = `${host.address}: ${host.verdict}`;
          return { document: { host, created }, lines: [{ ...host, created }], text };
        },
      },
      'remove <hosts...>': eachVerb({
        summary: 'Remove verdicts, by address or id.',
        options: ['as'],
        examples: ['policy hosts remove bad.example.com'],
        change: async (actor, host) => [`Removed ${host}.`, await hosts.removeHostVerdict(actor, host)],
      }),
    },
  },
};

function printVerdict({ line, name, finding, flag, rules }: Verdict): void {
  if (line && !finding && rules.length === 0) return;
  const inWords = (found: Pick<screening.PolicyFinding, 'category' | 'matched' | 'field'>) =>
    `${found.category}, "${found.matched}" in ${found.field}`;
  const verdict = finding
    ? output.paint('red', `refused: ${inWords(finding)}`)
    : flag
      ? output.paint('yellow', `allowed, and shown to a moderator: ${inWords(flag)}`)
      : output.paint('green', 'allowed');
  output.say(`${line ? `line ${line}: ` : ''}${name.slice(0, 60)}: ${verdict}`);
  const { words = [], likelihood } = finding ?? flag ?? {};
  if (words.length > 0) output.say(`The model: ${likelihood}, most by ${words.join(', ')}`);
  if (rules.length > 0) output.printTable(rules, RULE_COLUMNS);
}
