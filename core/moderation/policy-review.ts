// Screens all listings again after the rules have changed.
import { ListingModel } from '../../db/models/listing.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { contentOf } from '../listings/content.js';
import { screenedContent } from '../listings/screen.js';
import { policyInForce } from '../policy/instance.js';
import { allPassedCategories } from '../policy/passes.js';
import { explainContent, type FiredRule, type PolicyCategory } from '../policy/screening.js';

/** A listing that today's rules would refuse. */
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
  /** Of the rules and the instance's additions. */
  readonly policyVersion: string;
  readonly screened: number;
  readonly findings: readonly ReviewFinding[];
}

/** Rows per query. */
const PART = 500;

/**
 * Screens every live, pending and draft listing; sites with a pass are skipped. Changes nothing: reject the findings
 * with `moderateListings`.
 * @param signal stops it before the next batch
 * @throws DomainError unauthorized, forbidden
 */
export async function reviewListings(actor: Actor, signal?: AbortSignal): Promise<Review> {
  requireAdmin(actor);
  const policy = policyInForce();
  const passes = await allPassedCategories();
  const candidates = () => ListingModel.query().whereIn('status', ['live', 'pending', 'draft']);
  const findings: ReviewFinding[] = [];
  let screened = 0;
  let after: string | null = null;
  while (!signal?.aborted) {
    const part: ListingModel[] = await candidates()
      .modify((rows) => {
        if (after !== null) rows.where('id', '>', after);
      })
      .orderBy('id')
      .limit(PART);
    for (const row of part) {
      const content = screenedContent(contentOf(row));
      const { finding } = explainContent(content, policy, passes.get(row.urlKey) ?? []);
      if (finding) findings.push({ slug: row.slug, status: row.status, name: row.name, ...finding });
    }
    screened += part.length;
    const last = part.at(-1);
    if (!last || part.length < PART) break;
    after = last.id;
  }
  return { policyVersion: policy.version, screened, findings };
}
