// The directory's categories and facts. One form holds them all, and each of its buttons saves it, so that nothing that
// was typed is lost.

import { fieldError, notFound, say } from '../../../core/kernel/errors.js';
import { toAsciiSlug } from '../../../core/kernel/text/folding.js';
import * as valueChanges from '../../../core/moderation/value-changes.js';
import { countFacets } from '../../../core/search/facets.js';
import { allCategories } from '../../../core/settings/current.js';
import { FACT_TYPES, type FactDefinition, type FactType } from '../../../core/settings/fact-schema.js';
import { allFacts, factLabel, findFact, isChoice, isFilter, isOpen } from '../../../core/settings/facts.js';
import { getSettings, updateSettings } from '../../../core/settings/manage.js';
import { type DirectoryCategory, toCategoryValue } from '../../../core/settings/schema.js';
import { catalogues } from '../../../core/settings/texts.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, linesOf, listOf, type PageRoute, textOf } from '../route.js';
import { usualIntro, usualLabel } from '../view/labels.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site/categories';
const FACTS = '/admin/site/facts';

export const categoryAndFactPages: PageRoute[] = [
  { path: PATH, does: async (visit) => `${PATH}?done=${await save(visit)}`, show: showCategories },
  { path: FACTS, does: saveFacts, show: showFacts },
  { path: `${FACTS}/:key`, does: changeValue, show: showValues },
];

async function save(visit: Exchange): Promise<string> {
  const text = (name: string) => textOf(visit.values, name);
  const removed = text('remove-chosen') ? listOf(visit.values, 'chosen') : [];
  const typed = readCategories(visit).filter(({ value }) => !removed.includes(value));
  const categories = text('own') ? fromLines(visit, typed) : add(typed, visit);
  await updateSettings(visit.actor, { categories });
  const merged = text('merge');
  if (!merged) return 'site-saved';
  await valueChanges.changeCategory(visit.actor, merged, { action: 'merge', into: text(`into-${merged}`) });
  return 'category-merged';
}

function readCategories({ values, language }: Exchange): DirectoryCategory[] {
  const known = new Map(allCategories().map((category) => [category.value, category]));
  const shown = new Set(listOf(values, 'shown'));
  return [...new Set([...orderOf(values), ...known.keys()])].flatMap((value) => {
    const category = known.get(value);
    // The form did not have this row: another admin has just added it.
    if (!category || !Object.hasOwn(values, `label-${value}`)) return category ?? [];
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

/** Replaces the list by the typed names, one a line. A category whose name stays keeps its members, but is shown. */
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

async function showCategories(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const isTyped = form.status !== EMPTY_FORM.status;
  const { categories } = await getSettings(visit.actor);
  const rows = (isTyped ? readCategories(visit) : allCategories(categories)).map((category) => ({
    ...category,
    label: category.label ?? usualLabel(visit.language, category.value) ?? '',
    intro: category.intro ?? usualIntro(visit.language, category.value) ?? '',
  }));
  const head = { title: visit.language.t('console.site.categories') };
  const changes = await valueChanges.listValueChanges(visit.actor, 'categories');
  const { categories: counts } = await countFacets();
  const isFresh = categories === null;
  await sendConsole(visit, 'site-categories', { head, rows, changes, counts, isFresh }, form);
}

// The facts of listings: labels, order, types and where they show; and the values of each, renamed and merged.

const MARKS = ['filter', 'pages', 'shown', 'staff'] as const;

/** Saves the form, and removes the fact that the pressed button names, once its loss is confirmed. */
async function saveFacts(visit: Exchange): Promise<string | undefined> {
  const removed = textOf(visit.values, 'remove');
  const isConfirmed = textOf(visit.values, 'confirmed') === removed;
  const facts = readFacts(visit).filter(({ key }) => key !== removed || !isConfirmed);
  await updateSettings(visit.actor, { facts });
  if (removed && !isConfirmed) return `${FACTS}?remove=${encodeURIComponent(removed)}`;
  return `${FACTS}?done=site-saved`;
}

function readFacts(visit: Exchange): FactDefinition[] {
  const { values } = visit;
  const known = new Map(allFacts().map((fact) => [fact.key, fact]));
  const rows = [...new Set([...orderOf(values), ...known.keys()])].flatMap((key) => {
    const fact = known.get(key);
    // The form did not have this fact: another admin has just added it.
    if (!fact || !Object.hasOwn(values, `label-${key}`)) return fact ?? [];
    return readRow(visit, fact, key);
  });
  const label = textOf(values, 'new-label').trim();
  if (label === '') return rows;
  const key = textOf(values, 'new-key').trim() || toAsciiSlug(label, 30).replaceAll('-', '_');
  return [...rows, readRow(visit, { key, type: 'text', label }, 'new')];
}

/** Reads a row of the form. Members without a field keep their values. */
function readRow({ values, language }: Exchange, fact: FactDefinition, row: string): FactDefinition {
  const text = (name: string) => textOf(values, `${name}-${row}`).trim();
  const type = (FACT_TYPES.find((one) => one === text('type')) ?? fact.type) as FactType;
  const marks = listOf(values, `marks-${row}`);
  const others = otherLanguages(language.tag)
    .map((tag) => [tag, text(`label-${tag}`)] as const)
    .filter(([, label]) => label !== '');
  const typed = text('label') || factLabel(language, fact);
  const isUsual = others.length === 0 && typed === factLabel(language, { ...fact, label: null });
  const label = others.length > 0 ? { [language.tag]: typed, ...Object.fromEntries(others) } : typed;
  const options = linesOf(textOf(values, `options-${row}`));
  return {
    key: fact.key,
    type,
    ...(isUsual ? {} : { label }),
    ...(isChoice({ type })
      ? { open: marks.includes('open'), ...(options.length > 0 ? { options } : {}) }
      : {}),
    ...Object.fromEntries(MARKS.filter((mark) => marks.includes(mark)).map((mark) => [mark, true])),
  };
}

const otherLanguages = (present: string) =>
  [...catalogues().languages.keys()].filter((tag) => tag !== present);

async function showFacts(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const { actor, language, req } = visit;
  const { facts } = await getSettings(actor);
  const isTyped = form.status !== EMPTY_FORM.status;
  const removed = findFact(String(req.query.remove ?? textOf(visit.values, 'remove')));
  const rows = (isTyped ? readFacts(visit).filter(({ key }) => findFact(key)) : allFacts(facts)).map(
    (fact) => ({
      ...fact,
      name: factLabel(language, fact),
      labels: typeof fact.label === 'object' ? (fact.label ?? {}) : {},
      marks: [...(isChoice(fact) && isOpen(fact) ? ['open'] : []), ...MARKS.filter((mark) => fact[mark])],
      hasValues: isChoice(fact) && isFilter(fact),
    }),
  );
  const data = {
    head: { title: language.t('console.site.facts') },
    rows,
    types: FACT_TYPES,
    marks: ['open', ...MARKS],
    languages: otherLanguages(language.tag),
    removed: removed && {
      ...removed,
      name: factLabel(language, removed),
      listings: await valueChanges.countWithFact(actor, removed.key),
    },
  };
  await sendConsole(visit, 'site-facts', data, form);
}

const SHOWN = 100;

async function changeValue({ actor, values, req }: Exchange): Promise<string> {
  const key = String(req.params.key);
  const value = textOf(values, 'value');
  const to = textOf(values, 'to').trim();
  const isMerge = textOf(values, 'do') === 'merge';
  await valueChanges.changeFactValue(actor, key, value, { action: isMerge ? 'merge' : 'rename', to });
  return `${FACTS}/${key}?done=site-saved`;
}

async function showValues(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const { actor, language, req } = visit;
  const fact = findFact(String(req.params.key));
  if (!fact || !isChoice(fact) || !isFilter(fact)) throw notFound('fact');
  const q = String(req.query.q ?? '');
  const page = Number(req.query.page ?? 1);
  const found = await valueChanges.listFactValues(actor, fact.key, { q, page, limit: SHOWN });
  const changes = await valueChanges.listValueChanges(actor, fact.key);
  const name = factLabel(language, fact);
  const data = {
    head: { title: language.t('console.site.values-of', { fact: name }) },
    fact,
    name,
    q,
    ...found,
    changes,
  };
  await sendConsole(visit, 'site-fact', data, form);
}

/**
 * The names of rows, which have the fields `label-NAME` and `place-NAME`, in the typed order. Dragging changes the order
 * of the document; a row whose number was edited moves to that place.
 */
function orderOf(values: FormValues): string[] {
  return Object.keys(values)
    .flatMap((name) => (name.startsWith('label-') ? [name.slice(6)] : []))
    .map((value, index) => {
      const place = Number(textOf(values, `place-${value}`)) || index + 1;
      return { value, rank: place + Math.sign(place - index - 1) / 2 };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
