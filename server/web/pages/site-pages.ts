// The operator's own pages, such as an imprint.

import { may } from '../../../core/kernel/access.js';
import { notFound } from '../../../core/kernel/errors.js';
import type { MessageKey } from '../../../core/languages/language.js';
import { currentSite, publishedPages } from '../../../core/site/current.js';
import { FROM_CONFIGURATION } from '../../cache/dependencies.js';
import type { PageRoute } from '../route.js';
import { renderMarkdown } from '../view/markdown.js';
import { sendPage } from '../view/page.js';
import { siteView } from '../view/site.js';
import type { Visit } from '../view/visit.js';

export const sitePages: PageRoute[] = [
  {
    method: 'get',
    path: '/pages/:slug',
    isCached: true,
    run: async (visit) => {
      const page = currentSite().pages?.find(({ slug }) => slug === visit.req.params.slug);
      if (!page || (page.draft && !may(visit.actor, 'admin'))) throw notFound('page');
      const { slug, title, text } = page;
      const head = { title, description: summaryOf(text) || title, canonical: `/pages/${slug}` };
      await sendPage(
        visit,
        'pages/page',
        { head, heading: title, html: renderMarkdown(text) },
        { from: FROM_CONFIGURATION },
      );
    },
  },
  {
    method: 'get',
    path: '/privacy',
    isCached: true,
    run: (visit) => showDefault(visit, 'privacy', 'privacy.title', 'privacy.text'),
  },
  {
    method: 'get',
    path: '/support',
    isCached: true,
    run: (visit) => showDefault(visit, 'support', 'support.title', 'support.text'),
  },
];

/** The page that comes with the directory, unless the operator has one with this slug. */
async function showDefault(visit: Visit, slug: string, name: MessageKey, said: MessageKey): Promise<void> {
  if (publishedPages().some((page) => page.slug === slug)) {
    visit.res.redirect(302, `/pages/${slug}`);
    return;
  }
  const { t } = visit.language;
  const { contact } = siteView();
  const title = t(name);
  const text = [
    t(said),
    ...(contact ? [t('footer.questions', { contact: contact.replace(/^mailto:/, ''), link: contact })] : []),
  ].join('\n\n');
  const head = { title, description: summaryOf(text), canonical: `/${slug}` };
  await sendPage(
    visit,
    'pages/page',
    { head, heading: title, html: renderMarkdown(text) },
    { from: FROM_CONFIGURATION },
  );
}

/** The first words, without Markdown's markup. */
export function summaryOf(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[#*_`>|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
