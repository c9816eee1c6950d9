import { Type } from '@sinclair/typebox';
import { getSite, setSitePicture, updateSite } from '../../core/site/manage.js';
import { SITE_PICTURES, SitePatch, SiteResult } from '../../core/site/schema.js';
import { ok, routesOf } from './route.js';

const byPicture = Type.Object({ picture: Type.String({ enum: [...SITE_PICTURES], examples: ['logo'] }) });

const shared = { path: '/api/v1/admin/site', tag: 'Admin', access: 'admin' } as const;

export const siteRoutes = routesOf(shared, {
  getSite: {
    get: '',
    summary: 'What the operator says about the site',
    description: 'Name, colours, words, categories and pages; null for the default.',
    answers: { 200: { description: 'The site', schema: SiteResult } },
    run: async ({ actor }) => ok({ site: await getSite(actor) }),
  },
  updateSite: {
    patch: '',
    summary: 'Change the site',
    description: 'A field left out stays, null is the default again. Pages show the change at once.',
    body: SitePatch,
    answers: { 200: { description: 'The site as it is now', schema: SiteResult } },
    errors: ['site_changed'],
    run: async ({ actor, body }) => ok({ site: await updateSite(actor, body) }),
  },
  setSitePicture: {
    post: '/pictures/{picture}',
    summary: 'Upload the logo, the favicon or the picture of shared links',
    description:
      'multipart/form-data with the file in `picture`; the formats and limits of logos of listings.',
    params: byPicture,
    body: Type.Object({}),
    file: 'picture',
    answers: { 200: { description: 'The site as it is now', schema: SiteResult } },
    errors: ['payload_too_large', 'unsupported_media_type'],
    run: async ({ actor, params, file }) =>
      ok({ site: await setSitePicture(actor, params.picture ?? '', file) }),
  },
});
