// Screens all listings again after a change of rules.
import { setTimeout } from 'node:timers/promises';
import { ListingModel, PolicyScreeningModel } from '../../db/models/listings.js';
import { systemActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf } from '../listings/content.js';
import { recordListing } from '../listings/rights.js';
import { screenedContent, withRuling } from '../listings/screen.js';
import type { CompiledPolicy } from '../policy/engine/compile.js';
import { flagOf, flagsAmong, recordFlag } from '../policy/flags.js';
import { hostsVersion, passedBy, rulingsOn } from '../policy/hosts.js';
import { type Judge, openJudge } from '../policy/judge.js';
import { type PolicyExplanation, type PolicyFinding, policyInForce } from '../policy/screening.js';

/** Rows per query, and per message to the screening thread. */
const PART = 100;

/** Screens live, pending and draft listings in a thread. Skips listings that this policy has screened, unless the
 * verdict on their host may differ. Exempt sites stay exempt. */
async function* screenAll({ version: current, number }: CompiledPolicy, signal?: AbortSignal) {
  let judge: Judge | null = null;
  let after: string | null = null;
  try {
    while (!signal?.aborted) {
      const part = await nextPart(after, number);
      const last = part.at(-1);
      if (!last) return;
      after = last.id;
      judge ??= openJudge(config.dataDir);
      const rulings = await rulingsOn(part.map(({ websiteUrl }) => websiteUrl));
      const texts = part.map((row, n) => ({
        content: screenedContent(contentOf(row)),
        passed: passedBy(rulings[n] ?? null),
      }));
      const began = performance.now();
      const { version, explanations } = await judge.judge(texts);
      if (version !== current) throw new Error('The policy has changed while it was at work.');
      yield part.map((row, index) => {
        const explanation = explanations[index] as PolicyExplanation;
        return { row, explanation: withRuling(explanation, row.websiteUrl, rulings[index] ?? null) };
      });
      // Leaves half of the core to requests.
      await setTimeout(performance.now() - began, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await judge?.close();
  }
}

const HOST_OF = (column: string) => `'.' || substring(${column} from '^[^/:\\?]+')`;
/** SQL: the operator has a verdict on the listing's host, or had one that held it. */
const HOST_MAY_DIFFER = `
  exists (select 1 from host_verdicts
    where right(${HOST_OF('url_key')}, length(${HOST_OF('address')})) = ${HOST_OF('address')})
  or exists (select 1 from policy_flags where listing_id = listings.id and evidence->'rules' @> '["hosts"]')`;

function nextPart(after: string | null, number: number): Promise<ListingModel[]> {
  const rows = ListingModel.query().whereIn('status', ['live', 'pending', 'draft']).orderBy('id').limit(PART);
  if (after !== null) rows.where('id', '>', after);
  return rows.whereRaw(`(screened_by is distinct from ? or ${HOST_MAY_DIFFER})`, [number]).execute();
}

/** After a change of rules or host verdicts: screens listings again, and queues those now flagged or refused
 * for review. Rejects nothing. @returns null if these rules and verdicts have already been applied */
export async function rescreenIfChanged(signal?: AbortSignal) {
  const policy = policyInForce();
  const { version, number } = policy;
  const screening = [version, await hostsVersion()].filter(Boolean).join(' ');
  if (await PolicyScreeningModel.query().findById(screening)) return null;
  let screened = 0;
  let flagged = 0;
  for await (const part of screenAll(policy, signal)) {
    const flags = await flagsAmong(part.map(({ row }) => row.id));
    screened += part.length;
    for (const { row, explanation } of part) {
      // Flag what would be refused now: a moderator decides.
      const flag = explanation.flag ?? explanation.finding;
      if (flag) flagged++;
      if (flag || flags.has(row.id)) await flagAnew(row, flag, { version, number });
    }
  }
  if (signal?.aborted) return null;
  await inTransaction(systemActor('job'), async (trx) => {
    await PolicyScreeningModel.query(trx).delete();
    await PolicyScreeningModel.query(trx).insert({ policyVersion: screening }).onConflict().ignore();
  });
  return { version, screened, flagged };
}

async function flagAnew(
  row: ListingModel,
  flag: PolicyFinding | null,
  { version, number }: { version: string; number: number },
): Promise<void> {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const current = await ListingModel.query(trx).findById(row.id).forUpdate();
    // A listing that has changed meanwhile was screened when it changed.
    if (current?.updatedAt.getTime() !== row.updatedAt.getTime()) return;
    const before = await flagOf(row.id, trx);
    if (!(await recordFlag(trx, row.id, { flag, version }))) return;
    // Marks the flag as judged by this policy, so that it is not screened again.
    await ListingModel.query(trx).findById(row.id).patch({ screenedBy: number });
    await recordListing(trx, actor, row, 'listing.rescreen', {
      before: { policy: before && inWords(before) },
      after: { policy: flag && inWords(flag) },
    });
  });
}

const inWords = ({ category, field, matched }: PolicyFinding) => `${category}: “${matched}” in ${field}`;
