import { Router } from 'express';
import { config } from '../../../core/kernel/config.js';
import { readFrontPage } from '../../../core/search/front-page.js';
import { answerGuestsFromKept } from '../../cache/cached-responses.js';
import { absolute } from '../view/links.js';
import { sendPage } from '../view/page.js';
import { homeSnippet } from '../view/snippets.js';
import { visitorOf } from '../view/visitor.js';

export function homePages(): Router {
  const router = Router();
  router.get('/', answerGuestsFromKept, async (req, res) => {
    const { featured, newest, facets } = await readFrontPage(visitorOf(res));
    const head = {
      title: config.serviceName,
      description:
        'An open index of software and AI tools: free to list, free to search, for people and for agents.',
      canonical: '/',
      jsonLd: [siteData()],
    };
    const categories = facets.categories.filter(({ count }) => count > 0);
    await sendPage(req, res, 'home/index', {
      head,
      featured,
      newest,
      categories,
      total: facets.total,
      snippet: homeSnippet(),
    });
  });
  return router;
}

function siteData(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: config.serviceName,
    url: absolute('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: absolute('/listings?q={search_term_string}') },
      'query-input': 'required name=search_term_string',
    },
  };
}
