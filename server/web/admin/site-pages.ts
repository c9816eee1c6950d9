// The operator's own pages: an imprint, a privacy notice, terms.
import { check } from '../../../core/kernel/check.js';
import { notFound } from '../../../core/kernel/errors.js';
import { toSlug } from '../../../core/listings/slugs.js';
import { getSettings, updateSettings } from '../../../core/settings/manage.js';
import { OperatorPage } from '../../../core/settings/parts.js';
import { MAX_PAGES } from '../../../core/settings/schema.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { asOptional, formFields } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { renderMarkdown } from '../view/text.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site/pages';
const FIELDS = formFields(OperatorPage, {
  title: {},
  slug: { label: 'field.address', hint: 'field.slug-hint' },
  text: { hint: 'field.text-hint' },
}).map((field) => (field.name === 'slug' ? asOptional(field) : field));

export const operatorPagePages: PageRoute[] = [
  { path: PATH, show: showPages },
  // Moves a page up in the footer.
  {
    path: PATH,
    does: async ({ actor, values }) => {
      const { pages, version } = await getSettings(actor);
      const moved = pages?.find(({ slug }) => slug === textOf(values, 'up'));
      if (pages && moved) {
        const others = pages.filter((page) => page !== moved);
        others.splice(Math.max(0, pages.indexOf(moved) - 1), 0, moved);
        await updateSettings(actor, { pages: others, version });
      }
      return PATH;
    },
  },
  { path: `${PATH}/new`, read: readPage, does: savePage, show: showPage },
  { path: `${PATH}/:slug`, read: readPage, does: savePage, show: showPage },
];

const slugOf = ({ req }: Exchange) => (req.params.slug === undefined ? null : String(req.params.slug));

async function showPages(visit: Exchange): Promise<void> {
  const { pages } = await getSettings(visit.actor);
  const data = { head: { title: visit.language.t('console.site.pages') }, pages: pages ?? [] };
  await sendConsole(visit, 'site-pages', { ...data, canAdd: data.pages.length < MAX_PAGES });
}

async function showPage(visit: Exchange, typed?: FormState): Promise<void> {
  const form = typed && inFields(typed);
  const slug = slugOf(visit);
  const { pages, version } = await getSettings(visit.actor);
  const page = pages?.find((candidate) => candidate.slug === slug);
  if (slug !== null && !page) throw notFound('page');
  const { title = '', text = '' } = (form?.values ?? page ?? {}) as Partial<OperatorPage>;
  const data = {
    head: { title: page?.title ?? visit.language.t('console.site.new-page') },
    fields: FIELDS,
    page: page ?? null,
    version: form ? textOf(visit.values, 'version') : version,
    preview: renderMarkdown(text, title),
  };
  await sendConsole(visit, 'site-page', data, form ?? { ...EMPTY_FORM, values: page ?? { footer: true } });
}

function readPage(values: FormValues): OperatorPage & Record<string, unknown> {
  return {
    title: textOf(values, 'title'),
    slug: toSlug(textOf(values, 'slug') || textOf(values, 'title'), 'page'),
    text: textOf(values, 'text'),
    footer: textOf(values, 'footer') === '1',
    draft: textOf(values, 'draft') === '1',
  };
}

async function savePage(visit: Exchange): Promise<unknown> {
  const { actor, values } = visit;
  const typed = readPage(values);
  const slug = slugOf(visit);
  const wanted = textOf(values, 'do');
  if (wanted === 'preview') return showPage(visit, { ...EMPTY_FORM, values: { ...typed } });
  if (wanted !== 'delete') check(OperatorPage, typed);
  const before = (await getSettings(actor)).pages ?? [];
  // Deleted already, by a second click: deleting again succeeds, and saving creates it again.
  const others = before.filter((page) => page.slug !== slug);
  const saved =
    others.length < before.length
      ? before.map((page) => (page.slug === slug ? typed : page))
      : [...before, typed];
  const version = Number(textOf(values, 'version')) || 0;
  await updateSettings(actor, wanted === 'delete' ? { pages: others } : { pages: saved, version });
  return `${PATH}?done=site-saved`;
}

/** The document has one field for all pages; an error in it means a duplicate address. */
function inFields(form: FormState): FormState {
  const { pages, ...errors } = form.errors;
  return pages ? { ...form, errors: { ...errors, slug: pages } } : form;
}
