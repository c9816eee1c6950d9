// Claiming a listing: how to prove control of its website, and requesting a check of the proof.
import { startClaim, verifyClaim } from '../../../core/claims/claims.js';
import type { Claim } from '../../../core/claims/schema.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { getListing } from '../../../core/search/find.js';
import { EMPTY_FORM, type FormState, runForm, sendForm } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { saidText } from '../view/error-text.js';
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
      let looks: Looks = [];
      await runForm(
        visit,
        {},
        async () => {
          await verifyClaim(member, slug).catch((error: unknown) => {
            looks = (error instanceof DomainError && error.details.looks) || [];
            throw error;
          });
          visit.res.redirect(303, `/listings/${slug}?done=claimed`);
        },
        async (form) => showClaim(visit, form, (await startClaim(member, slug)).claim, looks),
      );
    },
  },
];

const slugOf = ({ req }: Visit) => String(req.params.slug);

type Looks = NonNullable<DomainError['details']['looks']>;

/**
 * @param claim null: not requested yet
 * @param looks where the proof was looked for in vain
 */
async function showClaim(
  visit: Visit,
  form: FormState = EMPTY_FORM,
  claim: Claim | null = null,
  looks: Looks = [],
): Promise<void> {
  const { listing } = await getListing(memberOf(visit), slugOf(visit));
  const title = visit.language.t('claim.title', { name: listing.name });
  const found = looks.map(({ method, found }) => [method, saidText(visit.language, found)]);
  await sendForm(
    visit,
    'claims/show',
    { head: { title }, listing, claim, found: Object.fromEntries(found) },
    form,
  );
}
