import { Option } from 'commander';
import type { System } from '../core/kernel/actor.js';
import { notFound } from '../core/kernel/errors.js';
import { changeCategory } from '../core/moderation/value-changes.js';
import { allCategories } from '../core/settings/current.js';
import { getSettings, updateSettings } from '../core/settings/manage.js';
import { type DirectoryCategory, toCategoryValue } from '../core/settings/schema.js';
import { usualName } from '../core/settings/texts.js';
import { type Options, type Verbs, wholeNumberOption } from './kit/command.js';
import { count, type List, listResult, type Result } from './kit/output.js';
import { confirmChange } from './kit/prompt.js';
import { listVerb } from './kit/verbs.js';

const LIST: Pick<List<DirectoryCategory>, 'columns' | 'empty'> = {
  columns: [
    'value!',
    { title: 'name', value: ({ value, label }) => label ?? usualName(value) ?? null },
    { title: 'shown', value: ({ hidden }) => (hidden ? 'no' : 'yes') },
    { title: 'also', value: ({ aliases }) => (aliases ?? []).join(', ') },
  ],
  empty: 'There are none.',
};
const find = async (actor: System) => ({
  categories: [...allCategories((await getSettings(actor)).categories)],
});

type EditOptions = Options & {
  name?: string;
  intro?: string;
  hide?: boolean;
  show?: boolean;
  place?: number;
};

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List the categories in their order.',
    examples: ['categories list', 'categories list --json'],
    find,
    rows: ({ categories }) => categories,
    ...LIST,
  }),
  'add <name>': {
    summary: 'Add a category at the end.',
    options: [
      new Option('--value <value>', 'its value in addresses and the API; derived from the name by default'),
      new Option('--intro <text>', 'one sentence on its page'),
      'as',
    ],
    examples: ['categories add "Home automation" --intro "Lights, locks and sensors."'],
    does: ({ actor }, label: string, options: Options & { value?: string; intro?: string }) =>
      changeList(actor, (list) => [
        ...list,
        { value: options.value ?? toCategoryValue(label), label, intro: options.intro ?? null },
      ]),
  },
  'edit <category>': {
    summary: 'Change the name, visibility or place of a category.',
    options: [
      new Option('--name <name>', 'the name on pages'),
      new Option('--intro <text>', 'one sentence on its page'),
      new Option('--hide', 'do not show it on pages; listings keep it'),
      new Option('--show', 'show it on pages').conflicts('hide'),
      wholeNumberOption('--place <number>', 'its place in the list, from 1'),
      'as',
    ],
    examples: ['categories edit other --name "Everything else" --place 16', 'categories edit domains --hide'],
    does: ({ actor }, value: string, { name, intro, hide, show, place }: EditOptions) =>
      changeList(actor, (list) => {
        const found = pick(list, value);
        const hidden = hide || show ? hide === true : found.hidden;
        const edited = { ...found, label: name ?? found.label, intro: intro ?? found.intro, hidden };
        const others = list.filter((category) => category !== found);
        return others.toSpliced(place === undefined ? list.indexOf(found) : place - 1, 0, edited);
      }),
  },
  'rename <category> <value>': {
    summary: 'Change the value of a category. Its listings move, and the old value redirects.',
    options: ['yes', 'as'],
    examples: ['categories rename ai machine-learning'],
    does: ({ actor }, category: string, value: string, options: Options) =>
      changeOne(actor, options, category, { action: 'rename', value }),
  },
  'merge <category> <into>': {
    summary: 'Merge a category into another. Its listings move, and the old value redirects.',
    options: ['yes', 'as'],
    examples: ['categories merge marketplace sales --yes'],
    does: ({ actor }, category: string, into: string, options: Options) =>
      changeOne(actor, options, category, { action: 'merge', into }),
  },
  'remove <categories...>': {
    summary: 'Remove all of these categories, or none. Those that listings have are hidden instead.',
    options: ['as'],
    examples: ['categories remove domains', 'categories remove domains hosting'],
    does: ({ actor }, values: string[]) =>
      changeList(actor, (list) => {
        const gone = new Set(values.map((value) => pick(list, value)));
        return list.filter((category) => !gone.has(category));
      }),
  },
};

function pick(list: readonly DirectoryCategory[], value: string): DirectoryCategory {
  const found = list.find((category) => category.value === value);
  if (!found) throw notFound('category');
  return found;
}

type Categories = readonly DirectoryCategory[];
async function changeList(actor: System, edit: (list: Categories) => Categories): Promise<Result> {
  const { categories, version } = await getSettings(actor);
  await updateSettings(actor, { categories: edit(allCategories(categories)), version });
  const document = await find(actor);
  return listResult({ document, rows: document.categories, ...LIST });
}

async function changeOne(actor: System, options: Options, category: string, action: object) {
  if (!options.yes) await confirmChange(`Move the listings of ${category}?`, 1);
  return movedBy(await changeCategory(actor, category, action));
}

export const movedBy = (change: { value: string; moved: number }): Result => ({
  document: change,
  text: `${count(change.moved, 'listing')} moved to ${change.value}.`,
});
