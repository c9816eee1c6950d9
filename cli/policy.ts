// directory-admin policy …
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { loadInstancePolicy } from '../core/policy/instance.js';
import {
  explainContent,
  POLICY_CATEGORIES,
  type PolicyExplanation,
  type ScreenedContent,
} from '../core/policy/screening.js';
import {
  addVerb,
  asOption,
  dryRunOption,
  type Finish,
  jsonOptions,
  pageOptions,
  reasonOption,
  yesOption,
} from './command.js';
import { EXIT, type ExitCode, UsageError } from './exit.js';
import { readRows } from './import-rows.js';
import { openInput } from './input.js';
import { type FormatOptions, formatOf, paint, printJson, printJsonLine, printTable, say } from './output.js';
import { addHostVerbs } from './policy-hosts.js';
import { allowSite, listPasses, rescreenListings, withdrawPasses } from './policy-passes.js';
import { readSettings } from './session.js';

export function addPolicyVerbs(policy: Command, finish: Finish): void {
  addVerb(policy, finish, {
    usage: 'check [text...]',
    summary:
      'Check texts or listings, and show every rule that fired and why. Exit code 1: none passes; 4: some do not.',
    options: [
      new Option('--file <file>', 'NDJSON or CSV of listings (- for standard input)'),
      new Option('--text-file <file>', 'one text (- for standard input)').conflicts('file'),
      ...jsonOptions(),
    ],
    examples: [
      'policy check "Buy our hemp-free tea"',
      'policy check --file listings.ndjson --json',
      'policy check --text-file - < description.txt',
    ],
    run: checkPolicy,
  });
  addVerb(policy, finish, {
    usage: 'rescreen',
    summary:
      'Screen every live, pending and draft listing with the present rules, and reject what no longer passes.',
    options: [reasonOption(), yesOption(), dryRunOption(), asOption(), ...jsonOptions()],
    examples: ['policy rescreen --dry-run', 'policy rescreen --dry-run --json', 'policy rescreen --yes'],
    run: rescreenListings,
  });
  addVerb(policy, finish, {
    usage: 'allow <url>',
    summary: 'Exempt a site from one category of the policy.',
    options: [
      new Option('--category <category>', 'category of the policy')
        .choices([...POLICY_CATEGORIES])
        .makeOptionMandatory(),
      reasonOption().makeOptionMandatory(),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'policy allow https://pharmacy.example.com --category drugs --reason "Registered; licence seen on 3 May"',
    ],
    run: allowSite,
  });
  addVerb(policy, finish, {
    usage: 'passes',
    summary: 'List exempt sites, newest first.',
    options: [...pageOptions(), ...jsonOptions()],
    examples: ['policy passes', 'policy passes --json'],
    run: listPasses,
  });
  addHostVerbs(policy, finish);
  addVerb(policy, finish, {
    usage: 'withdraw <passes...>',
    summary: 'Withdraw exemptions. Listings stay until they are changed, restored or rescreened.',
    options: [asOption(), ...jsonOptions()],
    examples: ['policy withdraw 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f'],
    run: withdrawPasses,
  });
}

interface CheckOptions extends FormatOptions {
  file?: string;
  textFile?: string;
}

interface Verdict {
  /** Its position in a file. */
  line?: number;
  name: string;
  isAllowed: boolean;
  explanation: PolicyExplanation;
}

async function checkPolicy(words: string[], options: CheckOptions): Promise<ExitCode> {
  const policy = loadInstancePolicy(readSettings().dataDir);
  const verdicts: Verdict[] = [];
  for await (const { line, content } of readContents(words, options)) {
    const explanation = explainContent(content, policy);
    const name = String(content.name ?? content.text ?? '');
    const verdict = { ...(line ? { line } : {}), name, isAllowed: explanation.finding === null, explanation };
    verdicts.push(verdict);
    if (formatOf(options) === 'ndjson') printJsonLine(toJson(verdict));
    else if (formatOf(options) === 'table') printVerdict(verdict);
  }
  if (formatOf(options) === 'json') printJson({ results: verdicts.map(toJson) });
  const refused = verdicts.filter(({ isAllowed }) => !isAllowed).length;
  if (refused === 0) return EXIT.done;
  return refused === verdicts.length ? EXIT.refused : EXIT.partly;
}

interface Content {
  line?: number;
  content: ScreenedContent;
}

async function* readContents(words: string[], options: CheckOptions): AsyncGenerator<Content> {
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

function toJson({ line, name, isAllowed, explanation }: Verdict) {
  return { ...(line ? { line } : {}), name, allowed: isAllowed, ...explanation };
}

function printVerdict({ line, name, isAllowed, explanation }: Verdict): void {
  const position = line ? `line ${line}: ` : '';
  const { finding, rules } = explanation;
  if (isAllowed && rules.length === 0 && line) return;
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
