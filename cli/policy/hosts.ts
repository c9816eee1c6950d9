// directory-admin policy hosts list, set, remove
import { Argument, Option } from 'commander';
import {
  findHostVerdicts,
  HOST_VERDICTS,
  removeHostVerdict,
  setHostVerdict,
} from '../../core/policy/hosts.js';
import { POLICY_CATEGORIES } from '../../core/policy/screening.js';
import { asOption, type Group, type Options, reasonOption } from '../kit/command.js';
import { eachVerb, listVerb } from '../kit/verbs.js';

type SetOptions = Options & { category?: string[] };

export const hostGroup: Group = {
  summary: 'Hosts that are refused, held for a moderator, or exempt from the policy',
  verbs: {
    list: listVerb({
      summary: 'List the verdicts on hosts, newest first.',
      isPaged: true,
      options: [
        new Option('--query <words>', 'part of an address or a reason'),
        new Option('--verdict <verdict>', 'only these').choices([...HOST_VERDICTS]),
      ],
      examples: ['policy hosts list', 'policy hosts list --verdict pass --json'],
      find: findHostVerdicts,
      rows: ({ hosts }) => hosts,
      columns: ['address!', 'verdict', 'exempt from: categories', 'reason', 'since: created_at'],
      empty: 'No host has a verdict.',
    }),
    'set <address>': {
      summary:
        'Refuse a host with its subdomains, or an address with all below it; hold its listings for a moderator, or exempt it.',
      takes: [new Argument('<verdict>').choices([...HOST_VERDICTS])],
      options: [
        new Option('--category <category...>', 'with pass: only these parts of the policy').choices([
          ...POLICY_CATEGORIES,
        ]),
        reasonOption().makeOptionMandatory(),
        asOption(),
      ],
      examples: [
        'policy hosts set bad.example.com refuse --reason "Sells fakes"',
        'policy hosts set pharmacy.example.com pass --category drugs --reason "Its licence was seen on 3 May"',
      ],
      does: async ({ actor }, address: string, verdict: string, options: SetOptions) => {
        const { category: categories, reason } = options;
        const { host, created } = await setHostVerdict(actor, { address, verdict, categories, reason });
        const text = `${host.address}: ${host.verdict}`;
        return { document: { host, created }, line: { ...host, created }, text };
      },
      queue: true,
    },
    'remove <hosts...>': eachVerb({
      summary: 'Remove verdicts, by address or id.',
      options: [asOption()],
      queue: true,
      examples: ['policy hosts remove bad.example.com'],
      change: async (actor, host) => [`Removed ${host}.`, await removeHostVerdict(actor, host)],
    }),
  },
};
