// Ready-made reasons, one key each. The defaults are in the directory's language, else the moderator's.
import { Type } from '@sinclair/typebox';
import { ReviewReasonModel } from '../../db/models/desk.js';
import { type Actor, requireRight } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { line, response, titled } from '../kernel/schema.js';
import { inTransaction, recordChange } from '../kernel/transaction.js';
import type { Language } from '../languages/language.js';
import { refreshSettings } from '../settings/current.js';
import { defaultLanguage, fixedLanguage } from '../settings/texts.js';

const USUAL = ['not-genuine', 'policy', 'unreachable', 'other-text', 'duplicate', 'advertising'] as const;
const MAX_REASONS = 9;

export const ReviewReasons = response('ReviewReasons', {
  reasons: Type.Array(line(500), {
    maxItems: MAX_REASONS,
    description: `At most ${MAX_REASONS}, in their order. An empty list restores the usual ones, in the language of the site.`,
    examples: [['Not a genuine product.', 'The website cannot be reached.']],
  }),
});
export const NewReasons = titled('NewReviewReasons', { reasons: ReviewReasons.properties.reasons });

/** @param language of the default reasons, unless the operator has fixed one language */
export async function listReasons(actor: Actor, language?: Language): Promise<{ reasons: string[] }> {
  requireRight(actor, 'desk');
  const own = (await ReviewReasonModel.query().orderBy('position')).map(({ text }) => text);
  if (own.length > 0) return { reasons: own };
  await refreshSettings();
  const { t } = fixedLanguage() ?? language ?? defaultLanguage();
  return { reasons: USUAL.map((name) => t(`console.review.ready.${name}`)) };
}

/** Replaces all reasons; an empty list restores the defaults. @param input `{reasons: string[]}` */
export async function setReasons(actor: Actor, input: unknown): Promise<{ reasons: string[] }> {
  requireRight(actor, 'desk');
  const { reasons } = check(NewReasons, input);
  await inTransaction(actor, async (trx) => {
    await trx.raw('lock table review_reasons in share row exclusive mode');
    const before = (await ReviewReasonModel.query(trx).orderBy('position')).map(({ text }) => text);
    await ReviewReasonModel.query(trx).delete();
    if (reasons.length > 0) {
      await ReviewReasonModel.query(trx).insert(
        reasons.map((text, index) => ({ position: index + 1, text })),
      );
    }
    await recordChange(trx, actor, {
      action: 'review.set-reasons',
      subject: { type: 'review', id: 'reasons', label: 'Reasons of the review desk' },
      before: { reasons: before },
      after: { reasons },
    });
  });
  return listReasons(actor);
}
