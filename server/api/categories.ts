// The categories of the directory: renaming and merging them. The list itself is a setting of the site (site.ts).
import { Type } from '@sinclair/typebox';
import { changeCategory, listCategoryMerges, undoCategoryMerge } from '../../core/moderation/categories.js';
import { CategoryAction, CategoryChange, CategoryMerges } from '../../core/moderation/category-schema.js';
import { ok, type Route } from './route.js';

const byValue = Type.Object({ category: Type.String({ examples: ['ai'] }) });
const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });
const CHANGED = { 200: { description: 'Changed', schema: CategoryChange } };

export const categoryRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/admin/category-merges',
    operationId: 'listCategoryMerges',
    tag: 'Admin',
    summary: 'Merges of categories that can be undone, the latest first',
    access: 'admin',
    answers: { 200: { description: 'The merges', schema: CategoryMerges } },
    run: async ({ actor }) => ok({ merges: await listCategoryMerges(actor) }),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/category-merges/{id}',
    operationId: 'undoCategoryMerge',
    tag: 'Admin',
    summary: 'Undo a merge: the category and its listings are as they were',
    access: 'admin',
    params: byId,
    answers: CHANGED,
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await undoCategoryMerge(actor, params.id ?? '')),
  },
  {
    method: 'post',
    path: '/api/v1/admin/categories/{category}',
    operationId: 'changeCategory',
    tag: 'Admin',
    summary: 'Rename the value of a category, or merge it into another',
    description:
      'Its listings move. The old value is still accepted, and its pages redirect. Names, order and hiding are settings of the site.',
    access: 'admin',
    params: byValue,
    body: CategoryAction,
    answers: CHANGED,
    errors: ['validation_error', 'not_found'],
    run: async ({ actor, params, body }) => ok(await changeCategory(actor, params.category ?? '', body)),
  },
];
