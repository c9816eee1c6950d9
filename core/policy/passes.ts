// Passes: an admin exempts one site from one category of the content policy, with a reason, in the audit log. A pass
// covers everything in that category on the site's listing, until it is withdrawn.
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { insertUnlessTaken } from '../../db/models/base.js';
import { PolicyPassModel } from '../../db/models/listings.js';
import { readProductUrl } from '../addresses/site.js';
import { requireAdmin } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { MAX_ADMIN_PAGE, newestFirst, oneOf, presentEach, readPage } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { POLICY_CATEGORIES, type PolicyCategory } from './engine/types.js';

const category = s.word(POLICY_CATEGORIES, {
  description: 'The part of the policy that the site may pass; the others still apply to it.',
  examples: ['drugs'],
});

export const PassGrant = s.titled('PassGrant', {
  website_url: s.line(500, {
    description: 'The site, as a listing names it.',
    examples: ['https://pharmacy.example.com'],
  }),
  category,
  reason: s.line(500, {
    description: 'Why the exemption is justified: kept in the audit log.',
    examples: ['A registered pharmacy; licence seen on 3 May'],
  }),
});

const PolicyPass = s.titled('PolicyPass', {
  id: s.uuid(),
  website_url: Type.String(),
  category,
  reason: Type.String(),
  created_at: s.instant(),
});
type PolicyPass = Static<typeof PolicyPass>;

export const PassQuery = s.titled('PassQuery', s.pageParameters(MAX_ADMIN_PAGE));
export const PolicyPassPage = s.titled('PolicyPassPage', {
  passes: Type.Array(PolicyPass),
  ...s.pageMembers,
});
export const PassResult = s.titled('PassResult', { pass: PolicyPass, warnings: s.warnings });
export const WithdrawnPass = s.titled('WithdrawnPass', {
  deleted: Type.Literal(true),
  id: s.uuid(),
  warnings: s.warnings,
});

/** The categories from which a site is exempt, by the canonical form of its address. */
export async function passedCategories(urlKey: string, trx?: Transaction): Promise<PolicyCategory[]> {
  const rows = await PolicyPassModel.query(trx).where('url_key', urlKey).select('category');
  return rows.map(({ category }) => category);
}

/** All of them, for rescreening everything: canonical address → categories. */
export async function allPassedCategories(): Promise<Map<string, PolicyCategory[]>> {
  const rows = await PolicyPassModel.query().select('url_key', 'category');
  const passes = new Map<string, PolicyCategory[]>();
  for (const { urlKey, category } of rows) passes.set(urlKey, [...(passes.get(urlKey) ?? []), category]);
  return passes;
}

/**
 * Gives a site a pass for a category; if it has one already, that one stays.
 * @param input `{website_url, category, reason}`
 * @throws DomainError unauthorized, forbidden, validation_error
 */
export async function grantPass(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { website_url, category, reason } = check(PassGrant, input);
  const site = readProductUrl(website_url, 'website_url');
  return inTransaction(actor, async (trx) => {
    const row = await insertUnlessTaken(PolicyPassModel, trx, {
      urlKey: site.urlKey,
      websiteUrl: site.websiteUrl,
      category,
      reason,
      grantedBy: accountId(actor),
    });
    if (!row) {
      const where = { url_key: site.urlKey, category };
      const existing = await PolicyPassModel.query(trx).findOne(where).throwIfNotFound();
      return { pass: presentPass(existing), created: false };
    }
    await recordChange(trx, actor, {
      action: 'policy.pass',
      subject: subjectOf(row),
      after: { website_url: row.websiteUrl, category },
      reason,
    });
    return { pass: presentPass(row), created: true };
  });
}

/** Withdraws a pass. Its listing stays. @throws DomainError unauthorized, forbidden, not_found */
export async function withdrawPass(actor: Actor, id: string): Promise<{ deleted: true; id: string }> {
  requireAdmin(actor);
  await inTransaction(actor, async (trx) => {
    const row = await oneOf(PolicyPassModel.query(trx).forUpdate(), id, 'pass');
    await row.$query(trx).delete();
    await recordChange(trx, actor, {
      action: 'policy.withdraw',
      subject: subjectOf(row),
      before: { website_url: row.websiteUrl, category: row.category, reason: row.reason },
    });
  });
  return { deleted: true, id };
}

/** A page of the passes, newest first. @throws DomainError unauthorized, forbidden, validation_error */
export async function findPasses(actor: Actor, input: unknown): Promise<Static<typeof PolicyPassPage>> {
  requireAdmin(actor);
  const asked = check(PassQuery, input);
  const { rows, members } = await readPage(asked, MAX_ADMIN_PAGE, () => PolicyPassModel.query(), newestFirst);
  return { passes: presentEach(rows, presentPass), ...members };
}

const subjectOf = (row: PolicyPassModel) => ({ type: 'policy' as const, id: row.id, label: row.websiteUrl });

const presentPass = (row: PolicyPassModel): PolicyPass => s.presentRow(PolicyPass, row);
