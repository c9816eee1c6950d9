// directory-admin categories …
import { type Command, Option } from 'commander';
import { notFound } from '../core/kernel/errors.js';
import { changeCategory, listCategoryMerges, undoCategoryMerge } from '../core/moderation/categories.js';
import type { CategoryMerge } from '../core/moderation/category-schema.js';
import { siteCategories } from '../core/site/categories.js';
import { usualName } from '../core/site/languages.js';
import { getSite, updateSite } from '../core/site/manage.js';
import { type SiteCategory, toCategoryValue } from '../core/site/schema.js';
import { addVerb, asOption, type Finish, jsonOptions, wholeNumberOption, yesOption } from './command.js';
import { type FormatOptions, formatOf, printJson, printList, say } from './output.js';
import { confirmChange } from './prompt.js';
import { type Session, withSession } from './session.js';
import type { Column } from './table.js';
import { count, shortTime } from './text.js';

interface ChangeOptions extends FormatOptions {
  as?: string;
  yes?: boolean;
}

const COLUMNS: readonly Column<SiteCategory>[] = [
  { title: 'value', value: ({ value }) => value, isWhole: true },
  { title: 'name', value: ({ value, label }) => label ?? usualName(value) ?? null },
  { title: 'shown', value: ({ hidden }) => (hidden ? 'no' : 'yes') },
  { title: 'also', value: ({ aliases }) => (aliases ?? []).join(', ') },
];

const MERGE_COLUMNS: readonly Column<CategoryMerge>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'category', value: ({ value }) => value },
  { title: 'into', value: ({ into }) => into },
  { title: 'listings', value: ({ listings }) => String(listings) },
  { title: 'at', value: (merge) => shortTime(merge.merged_at) },
];

export function addCategoryVerbs(categories: Command, finish: Finish): void {
  const change = () => [asOption(), ...jsonOptions()];
  addVerb(categories, finish, {
    usage: 'list',
    summary: 'List the categories in their order.',
    options: jsonOptions(),
    examples: ['categories list', 'categories list --json'],
    run: (options: FormatOptions) => withSession({}, ({ actor }) => print(actor, options)),
  });
  addVerb(categories, finish, {
    usage: 'add <name>',
    summary: 'Add a category at the end.',
    options: [
      new Option('--value <value>', 'its value in addresses and the API; derived from the name by default'),
      new Option('--intro <text>', 'one sentence on its page'),
      ...change(),
    ],
    examples: ['categories add "Home automation" --intro "Lights, locks and sensors."'],
    run: (name: string, options: ChangeOptions & { value?: string; intro?: string }) =>
      changeList(options, (list) => [
        ...list,
        { value: options.value ?? toCategoryValue(name), label: name, intro: options.intro ?? null },
      ]),
  });
  addVerb(categories, finish, {
    usage: 'edit <category>',
    summary: 'Change the name, visibility or place of a category.',
    options: [
      new Option('--name <name>', 'what pages call it'),
      new Option('--intro <text>', 'one sentence on its page'),
      new Option('--hide', 'do not show it on pages; listings keep it'),
      new Option('--show', 'show it on pages').conflicts('hide'),
      wholeNumberOption('--place <number>', 'its place in the list, from 1'),
      ...change(),
    ],
    examples: ['categories edit other --name "Everything else" --place 16', 'categories edit domains --hide'],
    run: editCategory,
  });
  addVerb(categories, finish, {
    usage: 'rename <category> <value>',
    summary: 'Change the value of a category. Its listings move, and the old value redirects.',
    options: [yesOption(), ...change()],
    examples: ['categories rename ai machine-learning'],
    run: (category: string, value: string, options: ChangeOptions) =>
      changeOne(category, { action: 'rename', value }, options),
  });
  addVerb(categories, finish, {
    usage: 'merge <category> <into>',
    summary: 'Merge a category into another. Its listings move, and the old value redirects.',
    options: [yesOption(), ...change()],
    examples: ['categories merge marketplace sales --yes'],
    run: (category: string, into: string, options: ChangeOptions) =>
      changeOne(category, { action: 'merge', into }, options),
  });
  addVerb(categories, finish, {
    usage: 'remove <category>',
    summary: 'Remove a category. One that listings have is hidden instead.',
    options: change(),
    examples: ['categories remove domains'],
    run: (value: string, options: ChangeOptions) =>
      changeList(options, (list) => list.filter((category) => category !== find(list, value))),
  });
  addVerb(categories, finish, {
    usage: 'merges',
    summary: 'List the merges that can be undone.',
    options: jsonOptions(),
    examples: ['categories merges'],
    run: (options: FormatOptions) =>
      withSession({}, async ({ actor }) => {
        const merges = await listCategoryMerges(actor);
        printList(options, {
          document: { merges },
          rows: merges,
          columns: MERGE_COLUMNS,
          empty: 'Nothing was merged.',
        });
      }),
  });
  addVerb(categories, finish, {
    usage: 'undo-merge <id>',
    summary: 'Undo a merge.',
    options: change(),
    examples: ['categories undo-merge 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f'],
    run: (id: string, options: ChangeOptions) =>
      withSession(options, async ({ actor }) => report(options, await undoCategoryMerge(actor, id))),
  });
}

type EditOptions = ChangeOptions & {
  name?: string;
  intro?: string;
  hide?: boolean;
  show?: boolean;
  place?: number;
};

function editCategory(value: string, options: EditOptions): Promise<void> {
  const { name, intro, hide, show, place } = options;
  return changeList(options, (list) => {
    const found = find(list, value);
    const edited = {
      ...found,
      ...(name === undefined ? {} : { label: name }),
      ...(intro === undefined ? {} : { intro }),
      ...(hide || show ? { hidden: hide === true } : {}),
    };
    const others = list.filter((category) => category !== found);
    return others.toSpliced(place === undefined ? list.indexOf(found) : place - 1, 0, edited);
  });
}

function find(list: readonly SiteCategory[], value: string): SiteCategory {
  const found = list.find((category) => category.value === value);
  if (!found) throw notFound('category');
  return found;
}

/** Changes the list as a setting of the site, and prints it. */
function changeList(
  options: ChangeOptions,
  edit: (list: readonly SiteCategory[]) => readonly SiteCategory[],
): Promise<void> {
  return withSession(options, async ({ actor }) => {
    const { categories, version } = await getSite(actor);
    await updateSite(actor, { categories: edit(siteCategories(categories)), version });
    await print(actor, options);
  });
}

async function changeOne(category: string, action: object, options: ChangeOptions): Promise<void> {
  await withSession(options, async ({ actor }) => {
    if (!options.yes) await confirmChange(`Move the listings of ${category}?`, 1);
    report(options, await changeCategory(actor, category, action));
  });
}

function report(options: FormatOptions, change: { value: string; moved: number }): void {
  if (formatOf(options) === 'table') say(`${count(change.moved, 'listing')} moved to ${change.value}.`);
  else printJson(change);
}

async function print(actor: Session['actor'], options: FormatOptions): Promise<void> {
  const categories = [...siteCategories((await getSite(actor)).categories)];
  printList(options, {
    document: { categories },
    rows: categories,
    columns: COLUMNS,
    empty: 'There are none.',
  });
}
