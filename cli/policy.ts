// directory-admin policy …
import { Argument, Option } from 'commander';
import { explainListing } from '../core/listings/screen.js';
import * as hosts from '../core/policy/hosts.js';
import * as screening from '../core/policy/screening.js';
import { type Options, toOption, type Verbs } from './kit/command.js';
import { readRows } from './kit/input.js';
import * as output from './kit/output.js';
import { readSettings } from './kit/session.js';
import { eachVerb, listVerb } from './kit/verbs.js';
import { type EditOptions, fieldOptions, readFieldOptions } from './listings/edit.js';

type Verdict = screening.PolicyExplanation & {
  /** The line in the file. */
  readonly line?: number;
  readonly name: string;
  readonly allowed: boolean;
};

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
    does: async ({ actor }, words: string[], options: EditOptions): Promise<output.ExitCode> => {
      const policy = screening.loadInstancePolicy(readSettings().dataDir);
      const verdicts: Verdict[] = [];
      for await (const { line, text: only, fields } of readContents(words, options)) {
        const explanation = fields
          ? await explainListing(actor, fields, policy).catch((error: Error) => {
              throw line ? new output.UsageError(`Line ${line}: ${error.message}`) : error;
            })
          : screening.explainContent({ text: only }, policy);
        const name = String(fields?.name ?? only ?? '');
        const allowed = explanation.finding === null;
        const verdict = { ...(line ? { line } : {}), name, allowed, ...explanation };
        verdicts.push(verdict);
        if (output.formatOf(options) === 'ndjson') output.printJsonLine(verdict);
        else if (output.formatOf(options) === 'table') printVerdict(verdict);
      }
      if (output.formatOf(options) === 'json') output.printJson({ results: verdicts });
      const refused = verdicts.filter(({ allowed }) => !allowed).length;
      if (refused === 0) return output.EXIT.done;
      return refused === verdicts.length ? output.EXIT.refused : output.EXIT.partly;
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

interface ToCheck {
  readonly line?: number;
  readonly text?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

async function* readContents(words: string[], options: EditOptions): AsyncGenerator<ToCheck> {
  const { file } = options;
  const fields = readFieldOptions(options);
  const hasFields = Object.keys(fields).length > 0;
  if ([words.length > 0, file !== undefined, hasFields].filter(Boolean).length !== 1)
    throw new output.UsageError('Give a text, fields of a listing, or --file.');
  if (words.length > 0) yield { text: words.join(' ') };
  if (hasFields) yield { fields };
  if (file === undefined) return;
  for await (const { line, input, problem } of readRows(file)) {
    if (!input) throw new output.UsageError(`Line ${line} cannot be read: ${problem?.error ?? ''}`);
    yield { line, fields: input as Record<string, unknown> };
  }
}

function printVerdict({ line, name, allowed, finding, flag, rules }: Verdict): void {
  const position = line ? `line ${line}: ` : '';
  if (allowed && rules.length === 0 && line) return;
  const inWords = (found: Pick<screening.PolicyFinding, 'category' | 'matched' | 'field'>) =>
    `${found.category}, "${found.matched}" in ${found.field}`;
  const verdict = finding
    ? output.paint('red', `refused: ${inWords(finding)}`)
    : flag
      ? output.paint('yellow', `allowed, and shown to a moderator: ${inWords(flag)}`)
      : output.paint('green', 'allowed');
  output.say(`${position}${name.slice(0, 60)}: ${verdict}`);
  const { words = [], likelihood } = finding ?? flag ?? {};
  if (words.length > 0) output.say(`The model: ${likelihood}, most by ${words.join(', ')}`);
  if (rules.length === 0) return;
  output.printTable(rules, RULE_COLUMNS);
}
