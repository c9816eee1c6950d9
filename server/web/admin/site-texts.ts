// The operator's own texts: pages such as an imprint, and the words of emails.
import { check } from '../../../core/kernel/check.js';
import { config } from '../../../core/kernel/config.js';
import { DomainError, notFound } from '../../../core/kernel/errors.js';
import { toSlug } from '../../../core/listings/slugs.js';
import { sendTestMail } from '../../../core/mail/sending/send.js';
import * as wordings from '../../../core/mail/sending/wording.js';
import { currentSettings } from '../../../core/settings/current.js';
import { getSettings, updateSettings } from '../../../core/settings/manage.js';
import { MAX_MAIL_TEXT, OperatorPage } from '../../../core/settings/parts.js';
import { MAX_PAGES } from '../../../core/settings/schema.js';
import { catalogues, defaultLanguage } from '../../../core/settings/texts.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { asOptional, formFields } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf, textsOf } from '../route.js';
import { fieldText } from '../view/labels.js';
import { memberOf, withQuery } from '../view/links.js';
import type { Notice } from '../view/page.js';
import { renderMarkdown } from '../view/text.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site/pages';
const FIELDS = formFields(OperatorPage, {
  title: {},
  slug: { label: 'field.address', hint: 'field.slug-hint' },
  text: { hint: 'field.text-hint' },
}).map((field) => (field.name === 'slug' ? asOptional(field) : field));
const MAILS = '/admin/site/mails';

export const operatorTextPages: PageRoute[] = [
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
  { path: MAILS, show: (visit) => showMails(visit) },
  { path: MAILS, does: tryMail },
  {
    path: `${MAILS}/:mail`,
    read: (values) => (textOf(values, 'do') === 'reset' ? {} : typedIn(values)),
    does: async (visit, typed) => {
      const wording = wordingOf(visit);
      const version = textOf(visit.values, 'version');
      const known = version === '' ? undefined : Number(version) || 0;
      await wordings.rewordMail(visit.actor, wording, typed, known);
      const query = { language: wording.language.tag, example: String(exampleOf(visit)), done: 'site-saved' };
      return withQuery(`${MAILS}/${wording.mail}`, query);
    },
    show: showMail,
  },
  { path: `${MAILS}/:mail/preview`, show: (visit) => sendPreview(visit) },
  { path: `${MAILS}/:mail/preview`, does: (visit) => sendPreview(visit, typedIn(visit.values)) },
];

const slugOf = ({ req }: Exchange) => (req.params.slug === undefined ? null : String(req.params.slug));

async function showPages(visit: Exchange): Promise<void> {
  const { pages } = await getSettings(visit.actor);
  const data = { head: { title: visit.language.t('console.site.pages') }, pages: pages ?? [] };
  await sendConsole(visit, 'site-pages', { ...data, canAdd: data.pages.length < MAX_PAGES });
}

async function showPage(visit: Exchange, typed?: FormState): Promise<void> {
  const form = typed && inFields(typed, textOf(visit.values, 'slug'));
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
  // The page may be deleted already, by a double click: deleting it again succeeds, and saving creates it again.
  const others = before.filter((page) => page.slug !== slug);
  const saved =
    others.length < before.length
      ? before.map((page) => (page.slug === slug ? typed : page))
      : [...before, typed];
  const version = Number(textOf(values, 'version')) || 0;
  await updateSettings(actor, wanted === 'delete' ? { pages: others } : { pages: saved, version });
  return `${PATH}?done=site-saved`;
}

/** Leaves an empty address empty: it follows from the title, which may change. The document has one field for all pages:
 * an error in it means a duplicate address. */
function inFields(form: FormState, slug: string): FormState {
  const { pages, ...errors } = form.errors;
  const values = slug ? form.values : { ...form.values, slug };
  return { ...form, values, errors: pages ? { ...errors, slug: pages } : errors };
}

// The emails of the directory: whether they are sent, and their texts in the operator's words, with a preview.

/** An email has inline styles, and is shown in a frame of the page. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; frame-ancestors 'self'";

async function tryMail(visit: Exchange): Promise<void> {
  const to = addressee(visit);
  const { t } = visit.language;
  const outcome = await sendTestMail(to).then(
    (answer): Notice => ({ tone: 'good', text: t('console.mails.sent', { to, answer }) }),
    ({ message }: Error): Notice => ({
      tone: 'bad',
      text: t('console.mails.not-sent', { to, answer: message }),
    }),
  );
  await showMails(visit, outcome);
}

const addressee = (visit: Exchange) => textOf(visit.values, 'to').trim() || memberOf(visit).account.email;

async function showMails(visit: Exchange, outcome: Notice | null = null): Promise<void> {
  await sendConsole(visit, 'site-mails', {
    path: MAILS,
    head: { title: visit.language.t('console.mails.title') },
    outcome,
    host: config.smtpUrl && new URL(config.smtpUrl).host,
    to: addressee(visit),
    mails: wordings.WORDED_MAILS.map((mail) => ({
      mail,
      languages: [...catalogues().languages.values()].filter((one) =>
        wordings.readPhrases({ mail, language: one }).some(({ own }) => own !== null),
      ),
    })),
  });
}

const wordingOf = ({ req, values }: Exchange): wordings.Wording =>
  wordings.findWording(
    String(req.params.mail),
    textOf(values, 'language') || String(req.query.language ?? defaultLanguage().tag),
  );

const typedIn = (values: FormValues): Record<string, string> => textsOf(values, Object.keys(values));

const exampleOf = ({ req, values }: Exchange) =>
  Number(textOf(values, 'example') || (req.query.example ?? 0)) || 0;

async function showMail(visit: Exchange, form: FormState = EMPTY_FORM): Promise<void> {
  const wording = wordingOf(visit);
  const { mail, language } = wording;
  const phrases = wordings.readPhrases(wording);
  const examples = await wordings.previewWording(wording);
  const example = Math.min(exampleOf(visit), examples.length - 1);
  const isTyped = form !== EMPTY_FORM;
  const stored = phrases.map(({ name, own, shipped }) => [name, own ?? shipped]);
  await sendConsole(
    visit,
    'site-mail',
    {
      head: { title: visit.language.t(`console.mail.${mail}`) },
      phrases,
      wording,
      address: (change: { language?: string; example?: number }, page = '') =>
        withQuery(`${MAILS}/${mail}${page}`, {
          language: change.language ?? language.tag,
          example: String(change.example ?? example),
        }),
      languages: [...catalogues().languages.values()],
      examples,
      example,
      most: MAX_MAIL_TEXT,
      version: isTyped ? textOf(visit.values, 'version') : currentSettings().version,
    },
    isTyped ? form : { ...form, values: Object.fromEntries(stored) },
  );
}

async function sendPreview(visit: Exchange, typed?: Readonly<Record<string, string>>): Promise<void> {
  const { res, language } = visit;
  res.set({
    'Content-Security-Policy': FRAME_POLICY,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'private, no-store',
  });
  try {
    const examples = await wordings.previewWording(wordingOf(visit), typed);
    res.type('html').send(examples[Math.min(exampleOf(visit), examples.length - 1)]?.html ?? '');
  } catch (error) {
    if (!(error instanceof DomainError) || !error.details.errors) throw error;
    const told = error.details.errors.map((one) => `${one.field}: ${fieldText(language, one)}`);
    res.status(422).type('text').send(told.join('\n'));
  }
}
