// The emails of the directory: whether they leave, and their texts in the operator's words, with a preview.
import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { sendTestMail } from '../../../core/mail/sending/send.js';
import * as wordings from '../../../core/mail/sending/wording.js';
import { checkMail } from '../../../core/mail/transport.js';
import { currentSettings } from '../../../core/settings/current.js';
import { MAX_MAIL_TEXT } from '../../../core/settings/parts.js';
import { catalogues, defaultLanguage } from '../../../core/settings/texts.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf, textsOf } from '../route.js';
import { fieldText } from '../view/labels.js';
import { memberOf, withQuery } from '../view/links.js';
import type { Notice } from '../view/page.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site/mails';
/** An email carries its styles with it, and runs in a frame of the page. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; frame-ancestors 'self'";

export const siteMailPages: PageRoute[] = [
  { path: PATH, show: (visit) => showMails(visit) },
  { path: PATH, does: tryMail },
  {
    path: `${PATH}/:mail`,
    read: (values) => (textOf(values, 'do') === 'reset' ? {} : typedIn(values)),
    does: async (visit, typed) => {
      const wording = wordingOf(visit);
      const version = textOf(visit.values, 'version');
      const known = version === '' ? undefined : Number(version) || 0;
      await wordings.rewordMail(visit.actor, wording, typed, known);
      const query = { language: wording.language.tag, example: String(exampleOf(visit)), done: 'site-saved' };
      return withQuery(`${PATH}/${wording.mail}`, query);
    },
    show: showMail,
  },
  { path: `${PATH}/:mail/preview`, show: (visit) => sendPreview(visit) },
  { path: `${PATH}/:mail/preview`, does: (visit) => sendPreview(visit, typedIn(visit.values)) },
];

async function tryMail(visit: Exchange): Promise<void> {
  const to = addressee(visit);
  const { t } = visit.language;
  const isCheck = textOf(visit.values, 'do') === 'check';
  const trial = isCheck ? checkMail().then(() => t('console.mails.answers')) : sendTestMail(to);
  const outcome = await trial.then(
    (answer): Notice => ({ tone: 'good', text: isCheck ? answer : t('console.mails.sent', { to, answer }) }),
    ({ message }: Error): Notice => ({
      tone: 'bad',
      text: t(isCheck ? 'console.mails.no-answer' : 'console.mails.not-sent', { to, answer: message }),
    }),
  );
  await showMails(visit, outcome);
}

const addressee = (visit: Exchange) => textOf(visit.values, 'to').trim() || memberOf(visit).account.email;

async function showMails(visit: Exchange, outcome: Notice | null = null): Promise<void> {
  await sendConsole(visit, 'site-mails', {
    path: PATH,
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
        withQuery(`${PATH}/${mail}${page}`, {
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
