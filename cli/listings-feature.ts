// directory-admin listings feature, unfeature
import type { Actor } from '../core/kernel/actor.js';
import { editListing } from '../core/moderation/actions.js';
import { eachListing } from '../core/moderation/listings.js';
import { endAsked } from '../core/site/dates.js';
import { type Options, untilOption, type Verbs, wholeNumberOption } from './command.js';
import { LISTINGS } from './listing-selection.js';
import { changeVerb } from './subjects.js';

export const featureVerbs: Verbs = {
  'feature [listings...]': changeVerb(LISTINGS, {
    summary: 'Feature listings on the front page, or change their position or end.',
    first: [
      wholeNumberOption('--position <number>', 'position of the first; the others follow'),
      untilOption(),
    ],
    takesReason: false,
    examples: [
      'listings feature example-notes --until 2027-01-31',
      'listings feature first second third --position 1 --yes',
    ],
    operation: async (actor, { position, until }: Options & { position?: number }, items) => {
      // Several without a position keep the order in which they are named, behind those that have one.
      const isList = position === undefined && items.length > 1;
      let next = isList ? await positionAfterAll(actor) : position;
      return {
        verb: ['feature', 'featured'],
        doneKey: 'updated',
        each: ({ slug, featured }) =>
          editListing(actor, slug, {
            featured: true,
            ...(next !== undefined && !(isList && featured) && { featured_position: next++ }),
            ...(until !== undefined && { featured_until: endAsked(until) }),
          }),
      };
    },
  }),
  'unfeature [listings...]': changeVerb(LISTINGS, {
    summary: 'Stop featuring listings on the front page.',
    takesReason: false,
    examples: ['listings unfeature example-notes', 'listings unfeature --featured --yes'],
    operation: (actor) => ({
      verb: ['stop featuring', 'no longer featured:'],
      doneKey: 'updated',
      each: ({ slug }) => editListing(actor, slug, { featured: false }),
    }),
  }),
};

async function positionAfterAll(actor: Actor): Promise<number> {
  let last = 0;
  for await (const { featured_position: position } of eachListing(actor, { featured: 'yes' }))
    last = Math.max(last, position ?? 0);
  return last + 1;
}
