// Claiming a listing: how to prove control of its website, and requesting a check of the proof.
import { startClaim, verifyClaim } from '../../../core/claims/claims.js';
import type { Claim } from '../../../core/claims/schema.js';
import { getListing } from '../../../core/search/find.js';
import { EMPTY_FORM, type FormState, runForm, sendForm } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { memberOf, type Visit } from '../view/visit.js';

export const claimPages: PageRoute[] = [
  { method: 'get', path: '/claim/:slug', access: 'member', run: (visit) => showClaim(visit) },
  {
    method: 'post',
    path: '/claim/:slug',
    isShownAgain: true,
    access: 'member',
    limits: ['listing-write'],
    run: async (visit) => {
      await runForm(
        visit,
        {},
        async () => showClaim(visit, EMPTY_FORM, (await startClaim(memberOf(visit), slugOf(visit))).claim),
        (form) => showClaim(visit, form),
      );
    },
  },
  {
    method: 'post',
    path: '/claim/:slug/verify',
    isShownAgain: true,
    access: 'member',
    limits: ['listing-write'],
    run: async (visit) => {
      const [member, slug] = [memberOf(visit), slugOf(visit)];
      await runForm(
        visit,
        {},
        async () => {
          await verifyClaim(member, slug);
          visit.res.redirect(303, `/listings/${slug}?done=claimed`);
        },
        async (form) => showClaim(visit, form, (await startClaim(member, slug)).claim),
      );
    },
  },
];

const slugOf = ({ req }: Visit) => String(req.params.slug);

/** @param claim null: not requested yet */
async function showClaim(
  visit: Visit,
  form: FormState = EMPTY_FORM,
  claim: Claim | null = null,
): Promise<void> {
  const { listing } = await getListing(memberOf(visit), slugOf(visit));
  const title = visit.language.t('claim.title', { name: listing.name });
  await sendForm(visit, 'claims/show', { head: { title }, listing, claim }, form);
}
