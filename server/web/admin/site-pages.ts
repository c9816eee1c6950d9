// The operator's own pages: an imprint, a privacy notice, terms.
import { check } from '../../../core/kernel/check.js';
import { notFound } from '../../../core/kernel/errors.js';
import { getSite, updateSite } from '../../../core/site/manage.js';
import { SitePage } from '../../../core/site/parts.js';
import { MAX_PAGES } from '../../../core/site/schema.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { renderMarkdown } from '../view/markdown.js';
import type { Visit } from '../view/visit.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site/pages';
const FIELDS = [
  formAttributes(SitePage, 'title', { label: 'field.title' }),
  formAttributes(SitePage, 'slug', {
    label: 'field.address',
    hint: 'field.slug-hint',
  }),
  formAttributes(SitePage, 'text', {
    label: 'field.text',
    hint: 'field.text-hint',
  }),
];

export const sitePagePages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: showPages },
  { method: 'post', path: PATH, access: 'admin', run: movePage },
  { method: 'get', path: `${PATH}/new`, access: 'admin', run: (visit) => showPage(visit, null) },
  {
    method: 'post',
    path: `${PATH}/new`,
    access: 'admin',
    isShownAgain: true,
    run: (visit) => savePage(visit, null),
  },
  { method: 'get', path: `${PATH}/:slug`, access: 'admin', run: (visit) => showPage(visit, slugOf(visit)) },
  {
    method: 'post',
    path: `${PATH}/:slug`,
    access: 'admin',
    isShownAgain: true,
    run: (visit) => savePage(visit, slugOf(visit)),
  },
];

const slugOf = (visit: Visit) => String(visit.req.params.slug);

async function showPages(visit: Visit): Promise<void> {
  const { pages } = await getSite(visit.actor);
  const data = {
    section: 'site' as const,
    head: { title: visit.language.t('console.site.pages') },
    pages: pages ?? [],
  };
  await sendConsole(visit, 'site-pages', { ...data, canAdd: data.pages.length < MAX_PAGES });
}

/** Moves a page up in the footer. */
async function movePage({ actor, values, res }: Visit): Promise<void> {
  const { pages, version } = await getSite(actor);
  const moved = pages?.find(({ slug }) => slug === textOf(values, 'up'));
  if (pages && moved) {
    const others = pages.filter((page) => page !== moved);
    others.splice(Math.max(0, pages.indexOf(moved) - 1), 0, moved);
    await updateSite(actor, { pages: others, version });
  }
  res.redirect(303, PATH);
}

/** @param slug null for a new one */
async function showPage(visit: Visit, slug: string | null, form?: FormState): Promise<void> {
  const { pages, version } = await getSite(visit.actor);
  const page = pages?.find((candidate) => candidate.slug === slug);
  if (slug !== null && !page) throw notFound('page');
  await sendConsole(
    visit,
    'site-page',
    {
      section: 'site',
      head: { title: page?.title ?? visit.language.t('console.site.new-page') },
      fields: FIELDS,
      page: page ?? null,
      version: form ? textOf(visit.values, 'version') : version,
      preview: form && form.status === 200 ? renderMarkdown(textOf(visit.values, 'text')) : null,
    },
    form ?? { ...EMPTY_FORM, values: page ?? { footer: true } },
  );
}

async function savePage(visit: Visit, slug: string | null): Promise<void> {
  const { values } = visit;
  const typed = {
    title: textOf(values, 'title'),
    slug: textOf(values, 'slug'),
    text: textOf(values, 'text'),
    footer: textOf(values, 'footer') === '1',
    draft: textOf(values, 'draft') === '1',
  };
  const wanted = textOf(values, 'do');
  if (wanted === 'preview') return showPage(visit, slug, { ...EMPTY_FORM, values: typed });
  await runForm(
    visit,
    typed,
    async () => {
      if (wanted !== 'delete') check(SitePage, typed);
      const before = (await getSite(visit.actor)).pages ?? [];
      // Deleted already, by a second click: deleting again succeeds, and saving creates it again.
      const others = before.filter((page) => page.slug !== slug);
      const saved =
        others.length < before.length
          ? before.map((page) => (page.slug === slug ? typed : page))
          : [...before, typed];
      const version = Number(textOf(values, 'version')) || 0;
      await updateSite(visit.actor, wanted === 'delete' ? { pages: others } : { pages: saved, version });
      visit.res.redirect(303, `${PATH}?done=site-saved`);
    },
    (form) => showPage(visit, slug, inFields(form)),
  );
}

/** The document has one field for all pages; an error in it means a duplicate address. */
function inFields(form: FormState): FormState {
  const { pages, ...errors } = form.errors;
  return pages ? { ...form, errors: { ...errors, slug: pages } } : form;
}
