import { Router } from 'express';
import { config } from '../../core/config.js';
import { readFrontPage } from '../../core/front-page.js';
import { answerGuestsFromKept } from '../public-answers.js';
import { absolute } from './links.js';
import { sendPage } from './page.js';
import { visitorOf } from './visitor.js';

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
    await sendPage(req, res, 'home/index', { head, featured, newest, categories, total: facets.total });
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
