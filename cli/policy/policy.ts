// directory-admin policy …
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { type ReviewFinding, reviewListings } from '../../core/moderation/policy-review.js';
import { loadInstancePolicy } from '../../core/policy/instance.js';
import { findPasses, grantPass, withdrawPass } from '../../core/policy/passes.js';
import {
  explainContent,
  POLICY_CATEGORIES,
  type PolicyExplanation,
  type ScreenedContent,
} from '../../core/policy/screening.js';
import { runBatch } from '../kit/batch.js';
import {
  asOption,
  changeOptions,
  type Options,
  reasonOption,
  type Verb,
  type Verbs,
} from '../kit/command.js';
import { EXIT, type ExitCode, UsageError } from '../kit/exit.js';
import { openInput, readRows } from '../kit/input.js';
import {
  formatOf,
  note,
  paint,
  printJson,
  printJsonLine,
  printResult,
  printTable,
  say,
} from '../kit/output.js';
import { inSession, readSettings, withQueue } from '../kit/session.js';
import type { Column } from '../kit/table.js';
import { count, groupDigits, shortTime } from '../kit/text.js';
import { eachVerb, listVerb } from '../kit/verbs.js';
import { moderation } from '../listings/moderation.js';
import { hostGroup } from './hosts.js';

type CheckOptions = Options & { textFile?: string };

type Verdict = PolicyExplanation & {
  /** Its position in a file. */
  readonly line?: number;
  readonly name: string;
  readonly allowed: boolean;
};

const checkVerb: Verb = {
  summary:
    'Check texts or listings, and show every rule that fired and why. Exit code 1: none passes; 4: some do not.',
  options: [
    new Option('--file <file>', 'NDJSON or CSV of listings (- for standard input)'),
    new Option('--text-file <file>', 'one text (- for standard input)').conflicts('file'),
  ],
  examples: ['policy check "Buy our hemp-free tea"', 'policy check --file listings.ndjson --json'],
  run: async (words: string[], options: CheckOptions): Promise<ExitCode> => {
    const policy = loadInstancePolicy(readSettings().dataDir);
    const verdicts: Verdict[] = [];
    for await (const { line, content } of readContents(words, options)) {
      const explanation = explainContent(content, policy);
      const name = String(content.name ?? content.text ?? '');
      const allowed = explanation.finding === null;
      const verdict = { ...(line ? { line } : {}), name, allowed, ...explanation };
      verdicts.push(verdict);
      if (formatOf(options) === 'ndjson') printJsonLine(verdict);
      else if (formatOf(options) === 'table') printVerdict(verdict);
    }
    if (formatOf(options) === 'json') printJson({ results: verdicts });
    const refused = verdicts.filter(({ allowed }) => !allowed).length;
    if (refused === 0) return EXIT.done;
    return refused === verdicts.length ? EXIT.refused : EXIT.partly;
  },
};

async function* readContents(
  words: string[],
  options: CheckOptions,
): AsyncGenerator<{ line?: number; content: ScreenedContent }> {
  const given = [words.length > 0, options.file !== undefined, options.textFile !== undefined];
  if (given.filter(Boolean).length !== 1) throw new UsageError('Give a text, --file or --text-file.');
  if (words.length > 0) yield { content: { text: words.join(' ') } };
  if (options.textFile !== undefined)
    yield { content: { text: await text(await openInput(options.textFile)) } };
  if (options.file === undefined) return;
  for await (const { line, input, problem } of readRows(options.file)) {
    if (!input) throw new UsageError(`Line ${line} cannot be read: ${problem?.error ?? ''}`);
    yield { line, content: input as unknown as ScreenedContent };
  }
}

function printVerdict({ line, name, allowed, finding, rules }: Verdict): void {
  const position = line ? `line ${line}: ` : '';
  if (allowed && rules.length === 0 && line) return;
  const verdict = finding
    ? paint('red', `refused: ${finding.category}, "${finding.matched}" in ${finding.field}`)
    : paint('green', 'allowed');
  say(`${position}${name.slice(0, 60)}: ${verdict}`);
  if (rules.length === 0) return;
  printTable(rules, [
    { title: 'rule', value: (rule) => rule.id },
    { title: 'category', value: (rule) => rule.category },
    { title: 'effect', value: (rule) => rule.effect },
    { title: 'field', value: (rule) => rule.field },
    { title: 'matched', value: (rule) => rule.matched },
    { title: 'excused by', value: (rule) => rule.excused },
    { title: 'why', value: (rule) => rule.reason },
  ]);
}

const FINDING_COLUMNS: readonly Column<ReviewFinding>[] = [
  { title: 'slug', value: (finding) => finding.slug, isWhole: true },
  { title: 'status', value: (finding) => finding.status },
  { title: 'category', value: (finding) => finding.category },
  { title: 'field', value: (finding) => finding.field },
  { title: 'matched', value: (finding) => finding.matched },
  { title: 'rules', value: (finding) => finding.rules.map(({ id }) => id).join(' ') },
];

const REJECTION = 'The content policy has changed, and this listing no longer passes it.';

const rescreenVerb: Verb = {
  summary:
    'Screen every live, pending and draft listing with the present rules, and reject what no longer passes.',
  options: changeOptions(),
  examples: ['policy rescreen --dry-run', 'policy rescreen --dry-run --json', 'policy rescreen --yes'],
  run: withQueue(async ({ actor, signal }, options: Options): Promise<ExitCode> => {
    const { policyVersion, screened, findings } = await reviewListings(actor, signal);
    note(
      `Screened ${groupDigits(screened)} listings with policy ${policyVersion}: ${count(findings.length, 'finding')}.`,
    );
    if (findings.length === 0) {
      if (formatOf(options) === 'json') printJson({ policy_version: policyVersion, screened, findings: [] });
      return EXIT.done;
    }
    return runBatch<ReviewFinding>(options, signal, {
      verb: ['reject', 'rejected'],
      noun: ['listing', 'listings'],
      key: 'slug',
      items: findings,
      columns: FINDING_COLUMNS,
      all: moderation(actor, { action: 'reject', reason: options.reason ?? REJECTION }),
    });
  }),
};

export const verbs: Verbs = {
  'check [text...]': checkVerb,
  rescreen: rescreenVerb,
  'allow <url>': {
    summary: 'Exempt a site from one category of the policy.',
    options: [
      new Option('--category <category>', 'category of the policy')
        .choices([...POLICY_CATEGORIES])
        .makeOptionMandatory(),
      reasonOption().makeOptionMandatory(),
      asOption(),
    ],
    examples: ['policy allow pharmacy.example.com --category drugs --reason "Its licence was seen on 3 May"'],
    run: inSession(async ({ actor }, url: string, options: Options & { category: string }) => {
      const { category, reason } = options;
      const { pass, created } = await grantPass(actor, { website_url: url, category, reason });
      const may = created ? 'may now pass' : 'could already pass';
      printResult(options, {
        document: { pass, created },
        line: { ...pass, created },
        text: `${pass.website_url} ${may} as ${category} (${pass.id}).`,
      });
    }),
  },
  passes: listVerb({
    summary: 'List exempt sites, newest first.',
    isPaged: true,
    examples: ['policy passes', 'policy passes --json'],
    find: findPasses,
    rows: ({ passes }) => passes,
    columns: [
      { title: 'id', value: (pass) => pass.id, isWhole: true },
      { title: 'site', value: (pass) => pass.website_url },
      { title: 'category', value: (pass) => pass.category },
      { title: 'reason', value: (pass) => pass.reason },
      { title: 'since', value: (pass) => shortTime(pass.created_at) },
    ],
    empty: 'No site has a pass.',
  }),
  hosts: hostGroup,
  'withdraw <passes...>': eachVerb({
    summary: 'Withdraw exemptions. Listings stay until they are changed, restored or rescreened.',
    options: [asOption()],
    examples: ['policy withdraw 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f'],
    change: async (actor, id) => {
      await withdrawPass(actor, id);
      return [`Took back ${id}.`, { withdrawn: true, id }];
    },
  }),
};
