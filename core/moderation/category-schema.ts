import { type Static, Type } from '@sinclair/typebox';
import { instant, uuid, warnings, word } from '../kernel/schema.js';
import { categoryValue } from '../site/schema.js';

export const CategoryAction = Type.Object(
  {
    action: word(['rename', 'merge'], { examples: ['merge'] }),
    value: Type.Optional(categoryValue({ description: 'With rename: the new value.' })),
    into: Type.Optional(categoryValue({ description: 'With merge: the category that takes its listings.' })),
  },
  { title: 'CategoryAction' },
);

export const CategoryChange = Type.Object(
  {
    value: Type.String({ description: 'The value that its listings have now.' }),
    moved: Type.Integer({ description: 'How many listings changed.' }),
    warnings,
  },
  { title: 'CategoryChange' },
);
export type CategoryChange = Static<typeof CategoryChange>;

const CategoryMerge = Type.Object(
  {
    id: uuid(),
    value: Type.String({ description: 'The category that was merged.' }),
    into: Type.String(),
    listings: Type.Integer(),
    merged_at: instant(),
  },
  { title: 'CategoryMerge' },
);
export type CategoryMerge = Static<typeof CategoryMerge>;

export const CategoryMerges = Type.Object({ merges: Type.Array(CategoryMerge) }, { title: 'CategoryMerges' });
