// Screens all listings again after the rules have changed.
import { setImmediate } from 'node:timers/promises';
import { ListingModel } from '../../db/models/listing.js';
import { PolicyScreeningModel } from '../../db/models/policy-flag.js';
import { requireAdmin } from '../kernel/access.js';
import { type Actor, systemActor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { config } from '../kernel/config.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf } from '../listings/content.js';
import { subjectOf } from '../listings/row.js';
import { screenedContent, withListedHost } from '../listings/screen.js';
import type { CompiledPolicy } from '../policy/engine/compiled.js';
import { flagOf, recordFlag } from '../policy/flags.js';
import { hostsVersion } from '../policy/hosts.js';
import { policyInForce } from '../policy/instance.js';
import { allPassedCategories } from '../policy/passes.js';
import {
  explainContent,
  type FiredRule,
  type PolicyCategory,
  type PolicyExplanation,
  type PolicyFlag,
} from '../policy/screening.js';

/** A listing that the current rules would refuse. */
export interface ReviewFinding {
  readonly slug: string;
  readonly status: string;
  readonly name: string;
  readonly category: PolicyCategory;
  readonly field: string;
  readonly matched: string;
  readonly rules: readonly FiredRule[];
}

export interface Review {
  /** The version of the rules with the instance's additions. */
  readonly policyVersion: string;
  readonly screened: number;
  readonly findings: readonly ReviewFinding[];
}

/** Rows per query. */
const PART = 500;

/** Rows screened before yielding to other work. */
const BREATH = 20;

/** Screens every live, pending and draft listing; exempt sites stay exempt. */
async function* screenAll(
  policy: CompiledPolicy,
  signal?: AbortSignal,
): AsyncGenerator<{ row: ListingModel; explanation: PolicyExplanation }> {
  const passes = await allPassedCategories();
  let after: string | null = null;
  while (!signal?.aborted) {
    const part: ListingModel[] = await ListingModel.query()
      .whereIn('status', ['live', 'pending', 'draft'])
      .modify((rows) => {
        if (after !== null) rows.where('id', '>', after);
      })
      .orderBy('id')
      .limit(PART);
    for (const [index, row] of part.entries()) {
      if (index % BREATH === 0) await setImmediate();
      const content = screenedContent(contentOf(row));
      const passed = passes.get(row.urlKey) ?? [];
      const explanation = explainContent(content, policy, passed);
      yield { row, explanation: withListedHost(explanation, row.websiteUrl, passed) };
    }
    const last = part.at(-1);
    if (!last || part.length < PART) return;
    after = last.id;
  }
}

/**
 * Screens every live, pending and draft listing; exempt sites are skipped. Changes nothing: reject the findings
 * with `moderateListings`.
 * @param signal stops it before the next batch
 * @throws DomainError unauthorized, forbidden
 */
export async function reviewListings(actor: Actor, signal?: AbortSignal): Promise<Review> {
  requireAdmin(actor);
  const policy = policyInForce();
  const findings: ReviewFinding[] = [];
  let screened = 0;
  for await (const { row, explanation } of screenAll(policy, signal)) {
    screened++;
    const { finding } = explanation;
    if (finding) findings.push({ slug: row.slug, status: row.status, name: row.name, ...finding });
  }
  return { policyVersion: policy.version, screened, findings };
}

/**
 * After a change of the rules or of the list of hosts: rescreens everything and queues for review whatever the policy
 * flags or would refuse. Rejects nothing.
 * @returns null if the current versions of both have been used already
 */
export async function rescreenIfChanged(
  signal?: AbortSignal,
): Promise<{ version: string; screened: number; flagged: number } | null> {
  const policy = policyInForce();
  const { version } = policy;
  const hosts = hostsVersion(config.dataDir);
  const screening = hosts === null ? version : `${version} ${config.policyHosts} ${hosts}`;
  if (await PolicyScreeningModel.query().findById(screening)) return null;
  let screened = 0;
  let flagged = 0;
  for await (const { row, explanation } of screenAll(policy, signal)) {
    screened++;
    const flag = explanation.flag ?? flagFrom(explanation);
    if (flag) flagged++;
    if (flag === null && (await flagOf(row.id)) === null) continue;
    await inTransaction(systemActor('job'), async (trx) => {
      const current = await ListingModel.query(trx).findById(row.id).forUpdate();
      // A listing that has changed since was screened when it changed.
      if (current?.updatedAt.getTime() !== row.updatedAt.getTime()) return;
      const before = await flagOf(row.id, trx);
      if (!(await recordFlag(trx, row.id, { flag, version }))) return;
      await recordChange(trx, systemActor('job'), {
        action: 'listing.rescreen',
        subject: subjectOf(row),
        before: { policy: before && inWords(before) },
        after: { policy: flag && inWords(flag) },
      });
    });
  }
  if (signal?.aborted) return null;
  await inTransaction(systemActor('job'), async (trx) => {
    await PolicyScreeningModel.query(trx).delete();
    await PolicyScreeningModel.query(trx).insert({ policyVersion: screening }).onConflict().ignore();
  });
  return { version, screened, flagged };
}

/** Listings that would be refused now are flagged: a moderator decides. */
function flagFrom({ finding, likelihood }: PolicyExplanation): PolicyFlag | null {
  if (!finding) return null;
  const { category, field, matched, rules } = finding;
  return { category, field, matched, likelihood, rules: rules.map(({ id }) => id) };
}

const inWords = ({ category, field, matched }: PolicyFlag) => `${category}: “${matched}” in ${field}`;
