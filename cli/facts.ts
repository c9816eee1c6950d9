import { Option } from 'commander';
import type { System } from '../core/kernel/actor.js';
import { notFound } from '../core/kernel/errors.js';
import { type Adoption, adoptFacts } from '../core/moderation/adopt-facts.js';
import { FactValuesQuery } from '../core/moderation/schema.js';
import * as factValues from '../core/moderation/value-changes.js';
import { FACT_TYPES, type FactDefinition, type FactType } from '../core/settings/fact-schema.js';
import { allFacts, englishLabel, isChoice, isOpen } from '../core/settings/facts.js';
import { getSettings, updateSettings } from '../core/settings/manage.js';
import { movedBy } from './categories.js';
import { isToBeDone } from './kit/batch.js';
import { BATCH, type Options, readPairs, type Verbs, wholeNumberOption } from './kit/command.js';
import { count, EXIT, type List, listResult, note, type Result } from './kit/output.js';
import { confirmChange } from './kit/prompt.js';
import { listVerb } from './kit/verbs.js';

const MARKS = ['filter', 'pages', 'shown', 'staff'] as const;

const LIST: Pick<List<FactDefinition>, 'columns' | 'empty'> = {
  columns: [
    'key!',
    { title: 'label', value: englishLabel },
    { title: 'type', value: (fact) => (isChoice(fact) && isOpen(fact) ? `${fact.type}, open` : fact.type) },
    { title: 'is', value: (fact) => MARKS.filter((mark) => fact[mark]).join(', ') },
    { title: 'options', value: ({ options }) => (options ?? []).join('; ') },
  ],
  empty: 'There are none.',
};
const find = async (actor: System) => ({ facts: [...allFacts((await getSettings(actor)).facts)] });

interface FactOptions extends Options {
  label?: string;
  labelIn?: string[];
  type?: FactType;
  options?: string;
  open?: boolean;
  place?: number;
  is?: (typeof MARKS)[number][];
  not?: (typeof MARKS)[number][];
}

const factOptions = () =>
  [
    new Option('--label <text>', 'the name on pages'),
    new Option('--label-in <language=text...>', 'the name in other languages, such as de=Gründung'),
    new Option('--options <values>', 'the values of a choice, separated by semicolons'),
    new Option('--open', 'accept other values in listings, which become options'),
    new Option('--no-open', 'accept only the options'),
    new Option('--is <marks...>', 'what it is').choices(MARKS),
    new Option('--not <marks...>', 'what it is not').choices(MARKS),
    wholeNumberOption('--place <number>', 'its place in the list, from 1'),
    'as',
  ] as const;

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List the facts of listings in their order.',
    examples: ['facts list', 'facts list --json'],
    find,
    rows: ({ facts }) => facts,
    ...LIST,
  }),
  'add <key>': {
    summary: 'Add a fact at the end.',
    options: [
      new Option('--type <type>', 'of its values').choices(FACT_TYPES).default('text'),
      ...factOptions(),
    ],
    examples: ['facts add country --type choice --options "Austria;Germany" --open --is filter shown'],
    does: ({ actor }, key: string, options: FactOptions) =>
      changeList(actor, (list) =>
        placed([...list, edited({ key, type: options.type ?? 'text' }, options)], key, options),
      ),
  },
  'edit <key>': {
    summary: 'Change the label, options, marks or place of a fact.',
    options: factOptions(),
    examples: ['facts edit platform --label "Runs on" --not shown', 'facts edit license --place 1'],
    does: ({ actor }, key: string, options: FactOptions) =>
      changeList(actor, (list) => {
        const fact = pick(list, key);
        return placed(list.with(list.indexOf(fact), edited(fact, options)), key, options);
      }),
  },
  'remove <key>': {
    summary: 'Remove a fact. Its values in listings are hidden, and return if it is added again.',
    options: BATCH,
    examples: ['facts remove source_code', 'facts remove source_code --dry-run'],
    does: async ({ actor, signal }, key: string, options: Options) => {
      const fact = pick(allFacts((await getSettings(actor)).facts), key);
      const listings = await factValues.countWithFact(actor, key);
      const plan = `remove ${key}, and hide its values in ${count(listings, 'listing')}`;
      const about = { key, listings };
      if (!(await isToBeDone(options, signal, { plan, about, many: listings }))) return undefined;
      return changeList(actor, (list) => list.filter((one) => one.key !== fact.key));
    },
  },
  'values <key>': listVerb({
    summary: 'List the values of a fact that is a filter, the commonest first.',
    query: FactValuesQuery,
    examples: ['facts values topics --query media'],
    find: (actor, query, key = '') => factValues.listFactValues(actor, key, query),
    rows: ({ values }) => values,
    columns: ['value!', 'listings'],
    empty: 'No listing has a value.',
  }),
  'rename <key> <value> <to>': {
    summary: 'Rename a value of a fact. Its listings move, and old spellings lead to the new one.',
    options: ['yes', 'as'],
    examples: ['facts rename topics "Self hosted" Self-hosting'],
    does: ({ actor }, key: string, value: string, to: string, options: Options) =>
      changeOne(actor, options, key, value, { action: 'rename', to }),
  },
  'merge <key> <value> <to>': {
    summary:
      'Merge a value of a fact into another. Its listings move, and old spellings lead to the new one.',
    options: ['yes', 'as'],
    examples: ['facts merge license "GPL 3" GPL-3.0 --yes'],
    does: ({ actor }, key: string, value: string, to: string, options: Options) =>
      changeOne(actor, options, key, value, { action: 'merge', to }),
  },
  adopt: {
    summary: 'Turn `Platform:`, `License:` and `Source:` features and `Topics:` sentences into facts.',
    options: BATCH,
    examples: ['facts adopt --dry-run', 'facts adopt --yes'],
    does: async ({ actor, signal }, options: Options) => {
      const planned = await adoptFacts(actor, true, signal);
      if (options.dryRun || planned.listings === 0) return adoptionResult(options, planned);
      if (!options.yes) await confirmChange('Change these listings?', planned.listings);
      return adoptionResult(options, await adoptFacts(actor, false, signal));
    },
  },
};

type Facts = readonly FactDefinition[];

function pick(list: Facts, key: string): FactDefinition {
  const found = list.find((fact) => fact.key === key);
  if (!found) throw notFound('fact');
  return found;
}

function edited(fact: FactDefinition, typed: FactOptions): FactDefinition {
  const { label, labelIn, options, open, is = [], not = [] } = typed;
  const labels =
    labelIn && Object.entries(readPairs(labelIn)).map(([language, texts]) => [language, texts.at(-1)]);
  return {
    ...fact,
    ...(label === undefined ? {} : { label }),
    ...(labels ? { label: { ...(label ? { en: label } : {}), ...Object.fromEntries(labels) } } : {}),
    ...(options === undefined ? {} : { options: options.split(';').filter((one) => one.trim() !== '') }),
    ...(open === undefined ? {} : { open }),
    ...Object.fromEntries([...is.map((mark) => [mark, true]), ...not.map((mark) => [mark, false])]),
  };
}

function placed(list: Facts, key: string, { place }: FactOptions): Facts {
  const fact = pick(list, key);
  return place === undefined ? list : list.filter((other) => other !== fact).toSpliced(place - 1, 0, fact);
}

async function changeList(actor: System, edit: (list: Facts) => Facts): Promise<Result> {
  const { facts, version } = await getSettings(actor);
  await updateSettings(actor, { facts: edit(allFacts(facts)), version });
  const document = await find(actor);
  return listResult({ document, rows: document.facts, ...LIST });
}

async function changeOne(actor: System, options: Options, key: string, value: string, action: object) {
  if (!options.yes) await confirmChange(`Move the listings of ${value}?`, 1);
  return movedBy(await factValues.changeFactValue(actor, key, value, action));
}

function adoptionResult({ dryRun }: Options, done: Adoption): Result {
  const facts = Object.entries(done.facts).map(([key, listings]) => `${key}: ${count(listings, 'listing')}`);
  for (const { slug, error } of done.failed) note(`${slug}: ${error}`);
  const counted = `${dryRun ? 'Would change' : 'Changed'} ${count(done.listings, 'listing')}.`;
  const code = done.failed.length > 0 ? EXIT.partly : EXIT.done;
  return { document: done, text: [counted, ...facts].join('\n'), code };
}
