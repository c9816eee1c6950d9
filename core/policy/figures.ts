// How often the content policy refused, flagged, was overruled and missed something: counts only, no texts.
import { type Static, Type } from '@sinclair/typebox';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import * as s from '../kernel/schema.js';
import { inBackground } from '../kernel/transaction.js';
import { POLICY_CATEGORIES, type PolicyCategory } from './engine/types.js';

const DAYS = 30;
const FLUSH_INTERVAL_MS = 10_000;
const waiting = new Map<PolicyCategory, number>();
let timer: NodeJS.Timeout | null = null;

/** Counts a refusal. However many there are, storing takes one statement per interval. */
export function countRefusal(category: PolicyCategory): void {
  waiting.set(category, (waiting.get(category) ?? 0) + 1);
  timer ??= setTimeout(() => inBackground(storeRefusals, 'refusals were not counted'), FLUSH_INTERVAL_MS);
  timer.unref();
}

/** Stores the counts; call it before closing the database. */
export async function storeRefusals(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const counted = [...waiting].sort();
  waiting.clear();
  if (counted.length === 0) return;
  await BaseModel.knex().raw(
    `insert into policy_refusals as stored (day, category, refusals)
     select (now() at time zone 'UTC')::date, * from unnest(?::text[], ?::int[])
     on conflict (day, category) do update set refusals = stored.refusals + excluded.refusals`,
    [counted.map(([category]) => category), counted.map(([, count]) => count) as unknown as string[]],
  );
}

const FIGURES = {
  refused: 'Submissions and changes that were refused.',
  flagged: 'Listings that were flagged.',
  kept: 'Flagged listings that a moderator has seen and left live.',
  restored: 'Flagged listings that were rejected, and restored on appeal.',
  missed: 'Listings reported as prohibited, rightly, that were not flagged.',
} as const;
const NAMES = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

export const PolicyFigures = s.titled('PolicyFigures', {
  days: Type.Integer({ description: 'The last days that the figures are about.' }),
  figures: Type.Array(
    s.titled('PolicyFigure', {
      category: s.optionalWord(POLICY_CATEGORIES, { description: 'null: what the policy found nothing in.' }),
      ...(Object.fromEntries(
        Object.entries(FIGURES).map(([name, description]) => [name, Type.Integer({ description })]),
      ) as Record<keyof typeof FIGURES, ReturnType<typeof Type.Integer>>),
    }),
  ),
  warnings: s.warnings,
});
export type PolicyFigures = Static<typeof PolicyFigures>;

const SINCE = `now() - interval '${DAYS} days'`;
/** A flag of the policy, not of a host that the operator holds. */
const IS_POLICYS = `evidence->'rules' <> '["hosts"]'`;
const ofFlags = (name: keyof typeof FIGURES, rest: string) =>
  `select '${name}', evidence->>'category', count(distinct policy_flags.listing_id) from policy_flags ${rest} group by 2`;

const figures = prepare<{ name: keyof typeof FIGURES; category: PolicyCategory | null; count: number }>(
  `select name, category, count::int from (
     select 'refused' as name, category, sum(refusals) as count from policy_refusals
       where day > (now() at time zone 'UTC')::date - ${DAYS} group by 2
     union all ${ofFlags('flagged', `where created_at > ${SINCE} and ${IS_POLICYS}`)}
     union all ${ofFlags(
       'kept',
       `join listing_looks using (listing_id) join listings on listings.id = listing_id
        where status = 'live' and looked_at > ${SINCE} and ${IS_POLICYS}`,
     )}
     union all ${ofFlags(
       'restored',
       `join appeals using (listing_id) where outcome = 'granted' and closed_at > ${SINCE} and ${IS_POLICYS}`,
     )}
     union all select 'missed', null, count(distinct listing_id) from reports
       where outcome = 'upheld' and kind = 'prohibited' and closed_at > ${SINCE}
         and not exists (select from policy_flags as flags
           where flags.listing_id = reports.listing_id and flags.created_at < reports.created_at)) as counted`,
);

/** What the policy decided in the last 30 days, and where people decided otherwise, by category. */
export async function countVerdicts(actor: Actor): Promise<PolicyFigures> {
  requireAdmin(actor);
  await storeRefusals();
  const rows = await figures();
  const countOf = (name: string, category: PolicyCategory | null) =>
    rows.find((row) => row.name === name && row.category === category)?.count ?? 0;
  return {
    days: DAYS,
    figures: [...POLICY_CATEGORIES, null].map((category) => ({
      category,
      ...(Object.fromEntries(NAMES.map((name) => [name, countOf(name, category)])) as Record<
        keyof typeof FIGURES,
        number
      >),
    })),
  };
}
