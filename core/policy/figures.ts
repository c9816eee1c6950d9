// Counts refusals, flags, overruled decisions and misses of the content policy. Stores no texts.
import { type Static, Type } from '@sinclair/typebox';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { tally } from '../kernel/background.js';
import * as s from '../kernel/schema.js';
import { POLICY_CATEGORIES, type PolicyFinding } from './engine/types.js';

const DAYS = 30;
/** Refusals by category and rule. */
const refusals = tally<number>(1_000, 'refusals were not counted', (counted) =>
  BaseModel.knex().raw(
    `insert into policy_refusals as stored (day, category, rule, refusals)
     select (now() at time zone 'UTC')::date, split_part(key, ' ', 1), split_part(key, ' ', 2), refusals
     from unnest(?::text[], ?::int[]) as counted (key, refusals)
     on conflict (day, category, rule) do update set refusals = stored.refusals + excluded.refusals`,
    [counted.map(([key]) => key), counted.map(([, count]) => count) as unknown as string[]],
  ),
);

export const countRefusal = ({ category, rules: [rule] }: PolicyFinding): void =>
  refusals.count(`${category} ${rule}`, (before = 0) => before + 1);

const count = (description: string) => Type.Integer({ description });

const decided = {
  refused: count('Submissions and changes that were refused.'),
  flagged: count('Listings that were flagged.'),
  kept: count('Flagged listings that a moderator has seen and left live.'),
  restored: count('Flagged listings that were rejected, and restored on appeal.'),
};
const PolicyFigure = s.titled('PolicyFigure', {
  category: s.optionalWord(POLICY_CATEGORIES, { description: 'null: what the policy found nothing in.' }),
  ...decided,
  missed: count('Listings reported as prohibited, rightly, that were not flagged.'),
});
const RuleFigure = s.titled('RuleFigure', {
  rule: Type.String({ description: 'Its id; `model` if it judged without one.', examples: ['drugs.named'] }),
  category: s.word(POLICY_CATEGORIES),
  ...decided,
});
export const PolicyFigures = s.response('PolicyFigures', {
  days: count('The last days that the figures are about.'),
  figures: Type.Array(PolicyFigure),
  rules: Type.Array(RuleFigure, { description: 'The same by rule, those that decided most first.' }),
});

const SINCE = `now() - interval '${DAYS} days'`;
/** Flags of the policy, without those of held hosts. */
const ofFlags = (name: string, joined: string, where: string) => `
  select '${name}', evidence->>'category', evidence->'rules'->>0, count(distinct policy_flags.listing_id) from policy_flags ${joined}
  where ${where} > ${SINCE} and evidence->'rules' <> '["hosts"]' group by 2, 3`;
const columns = ['refused', 'flagged', 'kept', 'restored', 'missed'].map(
  (name) => `coalesce(sum(count) filter (where name = '${name}'), 0)::int as ${name}`,
);

const figures = prepare<Static<typeof PolicyFigure> & { rule: string | null }>(
  `select category, rule, ${columns.join(', ')} from (
     select '' as name, category, null as rule, 0 as count from unnest($1::text[]) as category
     union all select 'refused', category, nullif(rule, ''), refusals from policy_refusals
       where day > (now() at time zone 'UTC')::date - ${DAYS}
     union all ${ofFlags('flagged', '', 'created_at')}
     union all ${ofFlags('kept', 'join listing_looks using (listing_id) join listings on id = listing_id', "status = 'live' and looked_at")}
     union all ${ofFlags('restored', 'join appeals using (listing_id)', "outcome = 'granted' and closed_at")}
     union all select 'missed', null, null, count(distinct listing_id) from reports
       where outcome = 'upheld' and kind = 'prohibited' and closed_at > ${SINCE}
         and not exists (select from policy_flags as flags
           where flags.listing_id = reports.listing_id and flags.created_at < reports.created_at)) as counted
   group by grouping sets ((category), (category, rule)) having grouping(rule) = 1 or rule is not null
   order by grouping(rule) desc, case when grouping(rule) = 0 then -sum(count) end, category nulls last, rule`,
);

/** Decisions of the policy in the last 30 days by category and rule, and those that people decided differently. */
export async function countVerdicts(actor: Actor): Promise<Static<typeof PolicyFigures>> {
  requireAdmin(actor);
  await refusals.store();
  const rows = await figures([[...POLICY_CATEGORIES, null]]);
  return {
    days: DAYS,
    figures: rows.flatMap(({ rule, ...whole }) => (rule === null ? [whole] : [])),
    rules: rows.flatMap(({ rule, category, missed: _, ...counts }) =>
      rule === null || category === null ? [] : [{ rule, category, ...counts }],
    ),
  };
}
