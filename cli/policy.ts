// directory-admin policy …
import { Argument, Option } from 'commander';
import { explainListing } from '../core/listings/screen.js';
import * as hosts from '../core/policy/hosts.js';
import * as screening from '../core/policy/screening.js';
import { type Options, toOption, type Verbs } from './kit/command.js';
import * as output from './kit/output.js';
import { eachVerb, listVerb } from './kit/verbs.js';
import { type EditOptions, fieldOptions, readFieldOptions } from './listings/edit.js';

const RULE_COLUMNS: readonly output.Column<screening.PolicyExplanation['rules'][number]>[] = [
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
      'Check a text or the fields of a listing, and show every rule that fired and why. Exit code 1: it is refused.',
    options: fieldOptions,
    examples: [
      'policy check "Buy our hemp-free tea"',
      'policy check --name Heron --tagline "Fish, fresh from the lake" --website-url heron.example.com',
    ],
    does: async ({ actor }, words: string[], options: EditOptions) => {
      const fields = readFieldOptions(options);
      const isText = words.length > 0;
      if (isText === Object.keys(fields).length > 0)
        throw new output.UsageError('Give a text, or fields of a listing.');
      const explanation = isText
        ? screening.explainContent({ text: words.join(' ') }, screening.policyInForce())
        : await explainListing(actor, fields);
      const name = isText ? words.join(' ') : String(fields.name ?? '');
      const allowed = explanation.finding === null;
      return {
        document: { name, allowed, ...explanation },
        text: () => printVerdict(name, explanation),
        code: allowed ? output.EXIT.done : output.EXIT.refused,
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

function printVerdict(name: string, { finding, flag, rules }: screening.PolicyExplanation): void {
  const inWords = (found: Pick<screening.PolicyFinding, 'category' | 'matched' | 'field'>) =>
    `${found.category}, "${found.matched}" in ${found.field}`;
  const verdict = finding
    ? output.paint('red', `refused: ${inWords(finding)}`)
    : flag
      ? output.paint('yellow', `allowed, and shown to a moderator: ${inWords(flag)}`)
      : output.paint('green', 'allowed');
  output.say(`${name.slice(0, 60)}: ${verdict}`);
  const { words = [], likelihood } = finding ?? flag ?? {};
  if (words.length > 0) output.say(`The model: ${likelihood}, most by ${words.join(', ')}`);
  if (rules.length > 0) output.printTable(rules, RULE_COLUMNS);
}
