// directory-admin policy …
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { loadInstancePolicy } from '../core/policy/instance.js';
import { explainContent, type PolicyExplanation, type ScreenedContent } from '../core/policy.js';
import { addNoun, addVerb, type Finish, jsonOptions } from './command.js';
import { EXIT, type ExitCode, UsageError } from './exit.js';
import { readRows } from './import-rows.js';
import { openInput } from './input.js';
import { type FormatOptions, formatOf, paint, printJson, printJsonLine, printTable, say } from './output.js';
import { readSettings } from './session.js';

export function addPolicyCommands(program: Command, finish: Finish): void {
  const policy = addNoun(program, 'policy', 'the content policy: what it makes of a text');
  addVerb(policy, finish, {
    usage: 'check [text...]',
    summary:
      'Say whether texts or listings pass the content policy, and show every rule that fired and why. ' +
      'Ends with 1 when none passes, with 4 when some do not.',
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
}

interface CheckOptions extends FormatOptions {
  file?: string;
  textFile?: string;
}

interface Verdict {
  /** Where in a file it stands. */
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
    else if (formatOf(options) === 'table') tell(verdict);
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

function tell({ line, name, isAllowed, explanation }: Verdict): void {
  const place = line ? `line ${line}: ` : '';
  const { finding, rules } = explanation;
  if (isAllowed && rules.length === 0 && line) return;
  const verdict = finding
    ? paint('red', `refused: ${finding.category}, "${finding.matched}" in ${finding.field}`)
    : paint('green', 'allowed');
  say(`${place}${name.slice(0, 60)}: ${verdict}`);
  if (rules.length === 0) return;
  printTable(rules, [
    { title: 'rule', value: (rule) => rule.id },
    { title: 'category', value: (rule) => rule.category },
    { title: 'weight', value: (rule) => rule.weight, align: 'right' },
    { title: 'field', value: (rule) => rule.field },
    { title: 'matched', value: (rule) => rule.matched },
    { title: 'excused by', value: (rule) => rule.excused },
    { title: 'why', value: (rule) => rule.reason },
  ]);
}
