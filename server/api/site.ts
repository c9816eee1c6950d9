import { Type } from '@sinclair/typebox';
import * as schema from '../../core/moderation/schema.js';
import * as values from '../../core/moderation/value-changes.js';
import { getSettings, setSettingsPicture, updateSettings } from '../../core/settings/manage.js';
import { SettingsPatch, SettingsResult } from '../../core/settings/schema.js';
import { ok, routesOf } from './route.js';

const shared = { path: '/api/v1/admin', tag: 'Admin', access: 'admin' } as const;

export const siteRoutes = routesOf(shared, {
  getSettings: {
    get: '/site',
    summary: 'What the operator says about the site',
    description: 'Name, colours, words, categories and pages; null for the default.',
    answer: ['The site', SettingsResult],
    run: async ({ actor }) => ok({ site: await getSettings(actor) }),
  },
  updateSettings: {
    patch: '/site',
    summary: 'Change the site',
    description: 'A field left out stays, and null restores the default. Pages show the change at once.',
    body: SettingsPatch,
    answer: ['The site as it is now', SettingsResult],
    errors: ['site_changed'],
    run: async ({ actor, body }) => ok({ site: await updateSettings(actor, body) }),
  },
  setSitePicture: {
    post: '/site/pictures/{picture}',
    summary: 'Upload the logo, the favicon or the picture of shared links',
    description:
      'multipart/form-data with the file in `picture`; the formats and limits of logos of listings.',
    body: Type.Object({}),
    file: 'picture',
    answer: ['The site as it is now', SettingsResult],
    errors: ['payload_too_large', 'unsupported_media_type'],
    run: async ({ actor, params, file }) =>
      ok({ site: await setSettingsPicture(actor, params.picture ?? '', file) }),
  },
  listFactValues: {
    get: '/facts/{key}/values',
    summary: 'The values of a fact, the commonest first',
    query: schema.FactValuesQuery,
    answer: ['A page of values', schema.FactValues],
    does: values.listFactValues,
  },
  changeFactValue: {
    post: '/facts/{key}/values/{value}',
    summary: 'Rename a value of a fact, or merge it into another',
    description:
      'Its listings move, and every spelling of the old value leads to the new one. The facts themselves are settings of the site.',
    body: schema.FactValueAction,
    answer: ['Changed', schema.FactValueChange],
    does: values.changeFactValue,
  },
  listFactChanges: {
    get: '/fact-changes',
    summary: 'Changes of categories and of values of facts that can be undone, the latest first',
    answer: ['The changes', schema.FactChanges],
    run: async ({ actor }) => ok({ changes: await values.listValueChanges(actor) }),
  },
  undoFactChange: {
    delete: '/fact-changes/{id}',
    summary: 'Undo a change of a value: its listings get it back',
    answer: ['Changed', schema.FactValueChange],
    does: values.undoValueChange,
  },
  changeCategory: {
    post: '/categories/{category}',
    summary: 'Rename the value of a category, or merge it into another',
    description:
      'Its listings move. The old value is still accepted, and its pages redirect. Names, order and hiding are settings of the site.',
    body: schema.CategoryAction,
    answer: ['Changed', schema.CategoryChange],
    does: values.changeCategory,
  },
});
