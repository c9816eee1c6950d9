// The categories of the directory: renaming and merging them. The list itself is a setting of the site (site.ts).
import { Type } from '@sinclair/typebox';
import { changeCategory, listCategoryMerges, undoCategoryMerge } from '../../core/moderation/categories.js';
import { CategoryAction, CategoryChange, CategoryMerges } from '../../core/moderation/schema.js';
import { ok, routesOf } from './route.js';

const byValue = Type.Object({ category: Type.String({ examples: ['ai'] }) });
const CHANGED = { 200: { description: 'Changed', schema: CategoryChange } };

const shared = { path: '/api/v1/admin', tag: 'Admin', access: 'admin' } as const;

export const categoryRoutes = routesOf(shared, {
  listCategoryMerges: {
    get: '/category-merges',
    summary: 'Merges of categories that can be undone, the latest first',
    answers: { 200: { description: 'The merges', schema: CategoryMerges } },
    run: async ({ actor }) => ok({ merges: await listCategoryMerges(actor) }),
  },
  undoCategoryMerge: {
    delete: '/category-merges/{id}',
    summary: 'Undo a merge: the category and its listings are as they were',
    answers: CHANGED,
    does: undoCategoryMerge,
  },
  changeCategory: {
    post: '/categories/{category}',
    summary: 'Rename the value of a category, or merge it into another',
    description:
      'Its listings move. The old value is still accepted, and its pages redirect. Names, order and hiding are settings of the site.',
    params: byValue,
    body: CategoryAction,
    answers: CHANGED,
    does: changeCategory,
  },
});
