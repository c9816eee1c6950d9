// The facts of listings: labels, order, types and where they show; and the values of each, renamed and merged. One form
// holds all facts, and each of its buttons saves it, so nothing that was typed is lost.
import { notFound } from '../../../core/kernel/errors.js';
import { toAsciiSlug } from '../../../core/kernel/text/folding.js';
import * as factValues from '../../../core/moderation/fact-changes.js';
import { FACT_TYPES, type FactDefinition, type FactType } from '../../../core/settings/fact-schema.js';
import { allFacts, factLabel, findFact, isChoice, isFilter, isOpen } from '../../../core/settings/facts.js';
import { getSettings, updateSettings } from '../../../core/settings/manage.js';
import { catalogues } from '../../../core/settings/texts.js';
import type { Exchange } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, linesOf, listOf, type PageRoute, textOf } from '../route.js';
import { idOf } from '../view/links.js';
import { orderOf, sendConsole } from './page.js';

const PATH = '/admin/site/facts';
const MARKS = ['filter', 'pages', 'shown', 'staff'] as const;

export const siteFactPages: PageRoute[] = [
  { path: PATH, does: save, show: showFacts },
  { path: `${PATH}/:key`, does: changeValue, show: showValues },
  {
    path: `${PATH}/changes/:id/undo`,
    does: async (visit) => {
      const { key } = await factValues.undoFactChange(visit.actor, idOf(visit));
      return `${PATH}/${key}?done=site-saved`;
    },
  },
];

/** Saves the form, and removes the fact that the pressed button names, once its loss is confirmed. */
async function save(visit: Exchange): Promise<string | undefined> {
  const removed = textOf(visit.values, 'remove');
  const isConfirmed = textOf(visit.values, 'confirmed') === removed;
  const facts = readFacts(visit).filter(({ key }) => key !== removed || !isConfirmed);
  await updateSettings(visit.actor, { facts: isStandard(facts) ? null : facts });
  if (removed && !isConfirmed) return `${PATH}?remove=${encodeURIComponent(removed)}`;
  return `${PATH}?done=site-saved`;
}

function readFacts(visit: Exchange): FactDefinition[] {
  const { values } = visit;
  const known = new Map(allFacts().map((fact) => [fact.key, fact]));
  const rows = [...new Set([...orderOf(values), ...known.keys()])].flatMap((key) => {
    const fact = known.get(key);
    // A row that the form did not have, as another admin has just added it.
    if (fact && !Object.hasOwn(values, `label-${key}`)) return [fact];
    return fact ? [readRow(visit, fact, key)] : [];
  });
  const label = textOf(values, 'new-label').trim();
  if (label === '') return rows;
  const key = textOf(values, 'new-key').trim() || toAsciiSlug(label, 30).replaceAll('-', '_');
  return [...rows, readRow(visit, { key, type: 'text', label }, 'new')];
}

/** A row of the form. Whatever it does not have stays. */
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

const isStandard = (facts: readonly FactDefinition[]) =>
  JSON.stringify(facts.map(rulesOf)) === JSON.stringify(allFacts(null).map(rulesOf));

const rulesOf = ({ key, type, label, options, open, ...marks }: FactDefinition) => [
  ...[key, type, label ?? null, options ?? [], isChoice({ type }) && (open ?? true)],
  ...MARKS.map((mark) => Boolean(marks[mark])),
];

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
      listings: await factValues.countWithFact(actor, removed.key),
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
  await factValues.changeFactValue(actor, key, value, { action: isMerge ? 'merge' : 'rename', to });
  return `${PATH}/${key}?done=site-saved`;
}

async function showValues(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const { actor, language, req } = visit;
  const fact = findFact(String(req.params.key));
  if (!fact || !isChoice(fact) || !isFilter(fact)) throw notFound('fact');
  const q = String(req.query.q ?? '');
  const page = Number(req.query.page ?? 1);
  const found = await factValues.listFactValues(actor, fact.key, { q, page, limit: SHOWN });
  const changes = (await factValues.listFactChanges(actor)).filter(({ key }) => key === fact.key);
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
