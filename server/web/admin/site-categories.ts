// The directory's categories: names, order, hiding; adding, removing and merging them. One form holds them all, and each
// of its buttons saves it, so nothing that was typed is lost.
import { fieldError, say } from '../../../core/kernel/errors.js';
import * as categoryValues from '../../../core/moderation/categories.js';
import { countFacets } from '../../../core/search/facets.js';
import { allCategories } from '../../../core/settings/current.js';
import { getSettings, updateSettings } from '../../../core/settings/manage.js';
import { type DirectoryCategory, toCategoryValue } from '../../../core/settings/schema.js';
import type { Exchange } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, linesOf, listOf, type PageRoute, textOf } from '../route.js';
import { usualIntro, usualLabel } from '../view/labels.js';
import { idOf } from '../view/links.js';
import { orderOf, sendConsole } from './page.js';

const PATH = '/admin/site/categories';

export const siteCategoryPages: PageRoute[] = [
  { path: PATH, does: async (visit) => `${PATH}?done=${await save(visit)}`, show: showCategories },
  {
    path: `${PATH}/merges/:id/undo`,
    does: (visit) => categoryValues.undoCategoryMerge(visit.actor, idOf(visit)),
    to: `${PATH}?done=site-saved`,
  },
];

/** Saves the form, and does what the pressed button says besides. @returns the notice */
async function save(visit: Exchange): Promise<string> {
  const text = (name: string) => textOf(visit.values, name);
  const removed = text('remove-chosen') ? listOf(visit.values, 'chosen') : [];
  const typed = readCategories(visit).filter(({ value }) => !removed.includes(value));
  const categories = text('own') ? fromLines(visit, typed) : add(typed, visit);
  await updateSettings(visit.actor, { categories: isStandard(categories) ? null : categories });
  const merged = text('merge');
  if (!merged) return 'site-saved';
  await categoryValues.changeCategory(visit.actor, merged, { action: 'merge', into: text(`into-${merged}`) });
  return 'category-merged';
}

function readCategories({ values, language }: Exchange): DirectoryCategory[] {
  const known = new Map(allCategories().map((category) => [category.value, category]));
  const shown = new Set(listOf(values, 'shown'));
  return [...new Set([...orderOf(values), ...known.keys()])].flatMap((value) => {
    const category = known.get(value);
    if (!category) return [];
    const text = (name: string) => textOf(values, `${name}-${value}`).trim();
    const other = (typed: string, usual: string | null) => (typed === usual ? null : typed || null);
    return [
      {
        ...category,
        label: other(text('label'), usualLabel(language, value)),
        intro: other(text('intro'), usualIntro(language, value)),
        tone: Number(text('tone')) || null,
        hidden: !shown.has(value),
      },
    ];
  });
}

/** The operator's own, one a line, instead of all others; those of the same name stay as they are. */
function fromLines({ values, language }: Exchange, before: readonly DirectoryCategory[]) {
  const lines = [...new Set(linesOf(textOf(values, 'lines')))];
  if (lines.length === 0) throw fieldError('lines', say('invalid.empty'), 'required');
  const nameOf = ({ value, label }: DirectoryCategory) => label ?? usualLabel(language, value) ?? value;
  return lines.map((label, index) => {
    const known = before.find((one) => nameOf(one).toLowerCase() === label.toLowerCase());
    return known
      ? { ...known, hidden: false }
      : { value: toCategoryValue(label) || `category-${index + 1}`, label };
  });
}

function add(categories: readonly DirectoryCategory[], { values }: Exchange): readonly DirectoryCategory[] {
  const label = textOf(values, 'new-label').trim();
  if (label === '') return categories;
  const value = textOf(values, 'new-value').trim() || toCategoryValue(label);
  return [...categories, { value, label, intro: textOf(values, 'new-intro').trim() || null }];
}

function isStandard(categories: readonly DirectoryCategory[]): boolean {
  const standard = allCategories(null);
  return (
    categories.length === standard.length &&
    categories.every(
      ({ value, label, intro, tone, hidden, aliases }, index) =>
        value === standard[index]?.value && !label && !intro && !tone && !hidden && !aliases?.length,
    )
  );
}

async function showCategories(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const isTyped = form.status !== EMPTY_FORM.status;
  const { categories } = await getSettings(visit.actor);
  const rows = (isTyped ? readCategories(visit) : allCategories(categories)).map((category) => ({
    ...category,
    label: category.label ?? usualLabel(visit.language, category.value) ?? '',
    intro: category.intro ?? usualIntro(visit.language, category.value) ?? '',
  }));
  const head = { title: visit.language.t('console.site.categories') };
  const merges = await categoryValues.listCategoryMerges(visit.actor);
  const { categories: counts } = await countFacets();
  const isFresh = categories === null;
  await sendConsole(visit, 'site-categories', { head, rows, merges, counts, isFresh }, form);
}
