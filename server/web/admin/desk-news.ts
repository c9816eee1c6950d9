// What a moderator hears of the desk without opening it: the choice of emails, and the feed.
import { escapeXml, xmlElement } from '../../../core/kernel/text/html.js';
import * as teamNews from '../../../core/moderation/team-news.js';
import { currentSettings } from '../../../core/settings/current.js';
import type { Exchange } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { absolute } from '../view/links.js';
import { sendConsole } from './page.js';

const PATH = '/admin/review';
/** Not below /admin: feed readers cannot sign in. */
const FEED = '/feed/desk';

export const deskNewsPages: PageRoute[] = [
  {
    path: `${PATH}/emails`,
    access: 'desk',
    does: ({ actor, values }) => teamNews.setDeskEmails(actor, { emails: textOf(values, 'emails') }),
    to: `${PATH}/emails?done=updated`,
    show: showEmails,
  },
];

export const deskFeed: PageRoute = {
  path: `${FEED}/:token`,
  isFile: true,
  hasLanguage: true,
  show: sendFeed,
};

async function showEmails(visit: Exchange, form?: FormState): Promise<void> {
  const values = await teamNews.getDeskEmails(visit.actor);
  const head = { title: visit.language.t('console.review.emails') };
  const feed = absolute(`${FEED}/${teamNews.deskFeedToken(visit.actor)}`);
  await sendConsole(visit, 'review-emails', { head, feed }, form ?? { ...EMPTY_FORM, values });
}

/** What waits as Atom, for readers that cannot sign in: the address is the secret. */
async function sendFeed({ req, res, language }: Exchange): Promise<void> {
  const waiting = await teamNews.readDeskFeed(String(req.params.token));
  const { t } = language;
  const title = `${currentSettings().name}: ${t('console.review.title')}`;
  const entries = waiting.map(({ listingId, slug, name, sources, since }) => {
    const why = sources.map((source) => t(`console.source.${source}`));
    return `<entry>${xmlElement('id', `urn:uuid:${listingId}`)}${xmlElement('title', `${name}: ${language.list(why)}`)}
<link href="${escapeXml(absolute(`${PATH}/${slug}`))}"/>${xmlElement('updated', since.toISOString())}</entry>`;
  });
  res
    .set('Cache-Control', 'private, no-store')
    .type('application/atom+xml')
    .send(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.tag}">
${xmlElement('id', absolute(PATH))}${xmlElement('title', title)}
${xmlElement('updated', (waiting[0]?.since ?? new Date(0)).toISOString())}
<author>${xmlElement('name', currentSettings().name)}</author>
${entries.join('\n')}
</feed>
`);
}
