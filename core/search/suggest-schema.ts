// The schema of suggestions, shared by all interfaces.
import { type Static, Type } from '@sinclair/typebox';
import { warnings, word } from '../kernel/schema.js';
import { Listing } from '../listings/schema.js';

export const SuggestQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 100,
        'x-text': 'line',
        description: 'What is typed so far.',
        examples: ['pass'],
      }),
    ),
  },
  { title: 'SuggestQuery' },
);

export const Suggestions = Type.Object(
  {
    suggestions: Type.Array(
      Type.Object({
        kind: word(['listing', 'category', 'search']),
        text: Type.String({ description: 'The name, the category, or the completed search.' }),
        path: Type.String({
          description: 'Where it leads, on this origin.',
          examples: ['/listings?q=password'],
        }),
      }),
    ),
    warnings,
  },
  { title: 'Suggestions' },
);
export type Suggestions = Static<typeof Suggestions>;

export const SimilarListings = Type.Object(
  { listings: Type.Array(Listing), warnings },
  { title: 'SimilarListings' },
);
