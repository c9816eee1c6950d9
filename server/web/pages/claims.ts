// Claiming a listing: how to prove control of its website, and requesting a check of the proof.
import { startClaim, verifyClaim } from '../../../core/claims/claims.js';
import { waysToProve } from '../../../core/claims/proof.js';
import type { Claim } from '../../../core/claims/schema.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { getListing } from '../../../core/search/find.js';
import { type FormState, sendForm } from '../form/form.js';
import { posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { saidText } from '../view/error-text.js';
import { memberOf, type Visit } from '../view/visit.js';

const claiming = { access: 'member', limits: ['listing-write'] } as const;

export const claimPages: PageRoute[] = [
  { method: 'get', path: '/claim/:slug', run: (visit) => showClaim(visit) },
  posted({
    ...claiming,
    path: '/claim/:slug',
    run: async (visit) => showClaim(visit, undefined, await claimOf(visit)),
    again: (visit, form) => showClaim(visit, form),
  }),
  posted({
    ...claiming,
    path: '/claim/:slug/verify',
    run: async (visit) => {
      await verifyClaim(memberOf(visit), slugOf(visit));
      visit.res.redirect(303, `/listings/${slugOf(visit)}?done=claimed`);
    },
    again: async (visit, form, error) =>
      showClaim(visit, form, await claimOf(visit), error instanceof DomainError ? error.details.looks : []),
  }),
];

const slugOf = ({ req }: Visit) => String(req.params.slug);
const claimOf = async (visit: Visit) => (await startClaim(memberOf(visit), slugOf(visit))).claim;

/**
 * @param claim null: not requested yet
 * @param looks where the proof was looked for in vain
 */
async function showClaim(
  visit: Visit,
  form?: FormState,
  claim: Claim | null = null,
  looks: DomainError['details']['looks'] = [],
): Promise<void> {
  const { listing } = await getListing(visit.actor, slugOf(visit));
  const title = visit.language.t('claim.title', { name: listing.name });
  const found = looks.map(({ method, found }) => [method, saidText(visit.language, found)]);
  const steps = claim?.steps ?? waysToProve(listing.website_url);
  const data = { head: { title }, listing, claim, steps, found: Object.fromEntries(found) };
  await sendForm(visit, 'claims/show', data, form);
}
