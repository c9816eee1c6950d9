import { Type } from '@sinclair/typebox';
import { getSite, setSitePicture, updateSite } from '../../core/site/manage.js';
import { SITE_PICTURES, SitePatch, SiteResult } from '../../core/site/schema.js';
import { ok, type Route } from './route.js';

const byPicture = Type.Object({ picture: Type.String({ enum: [...SITE_PICTURES], examples: ['logo'] }) });

export const siteRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/admin/site',
    operationId: 'getSite',
    tag: 'Admin',
    summary: 'What the operator says about the site',
    description: 'Name, colours, words, categories and pages; null for the default.',
    access: 'admin',
    answers: { 200: { description: 'The site', schema: SiteResult } },
    run: async ({ actor }) => ok({ site: await getSite(actor) }),
  },
  {
    method: 'patch',
    path: '/api/v1/admin/site',
    operationId: 'updateSite',
    tag: 'Admin',
    summary: 'Change the site',
    description: 'A field left out stays, null is the default again. Pages show the change at once.',
    access: 'admin',
    body: SitePatch,
    answers: { 200: { description: 'The site as it is now', schema: SiteResult } },
    errors: ['validation_error', 'site_changed'],
    run: async ({ actor, body }) => ok({ site: await updateSite(actor, body) }),
  },
  {
    method: 'post',
    path: '/api/v1/admin/site/pictures/{picture}',
    operationId: 'setSitePicture',
    tag: 'Admin',
    summary: 'Upload the logo, the favicon or the picture of shared links',
    description:
      'multipart/form-data with the file in `picture`; the formats and limits of logos of listings.',
    access: 'admin',
    params: byPicture,
    body: Type.Object({}),
    file: 'picture',
    answers: { 200: { description: 'The site as it is now', schema: SiteResult } },
    errors: ['validation_error', 'not_found', 'payload_too_large', 'unsupported_media_type'],
    run: async ({ actor, params, file }) =>
      ok({ site: await setSitePicture(actor, params.picture ?? '', file) }),
  },
];
