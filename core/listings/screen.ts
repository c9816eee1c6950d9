// Screening a listing by the content policy: which texts, and which sites have a pass.
import type { Transaction } from 'objection';
import { contentPolicy } from '../kernel/errors.js';
import { isOwnMedia } from '../pictures/media.js';
import { policyInForce } from '../policy/instance.js';
import { passedCategories } from '../policy/passes.js';
import {
  explainContent,
  type PolicyFinding,
  policyMessage,
  type ScreenedContent,
} from '../policy/screening.js';
import type { ListingContent } from './content.js';

/** The texts of a listing, by field name. */
export function screenedContent(content: ListingContent): ScreenedContent {
  return {
    name: content.name,
    tagline: content.tagline,
    description: content.description,
    features: content.features,
    pricing_summary: content.pricingSummary,
    cta_label: content.ctaLabel,
    website_url: content.websiteUrl,
    // The name of an uploaded picture is random; words in it are chance.
    logo_url: isOwnMedia(content.logoUrl) ? null : content.logoUrl,
  };
}

/**
 * The texts as they were typed, under the field they were typed in: an error quotes the caller's own characters,
 * before normalisation, and names `website` if that alias was used.
 */
function asTyped(screened: ScreenedContent, typed: unknown): ScreenedContent {
  const given = (typed ?? {}) as Record<string, unknown>;
  const isText = (value: unknown): value is string | string[] =>
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
  return Object.fromEntries(
    Object.entries(screened).map(([field, value]) => {
      if (field === 'website_url' && given.website_url === undefined && typeof given.website === 'string') {
        return ['website', given.website];
      }
      return [field, value !== null && isText(given[field]) ? given[field] : value];
    }),
  );
}

/**
 * Refuses content that breaks the policy, unless an admin lets its site pass.
 * @param typed the input as it was sent, for a refusal to quote
 * @throws DomainError content_policy with the category, the words and the field
 */
export async function screenListing(
  { content, urlKey, typed }: { content: ListingContent; urlKey: string; typed?: unknown },
  trx?: Transaction,
): Promise<void> {
  const screened = asTyped(screenedContent(content), typed);
  const policy = policyInForce();
  const { finding } = explainContent(screened, policy);
  if (!finding) return;
  // Passes are looked up only now: very few listings get this far.
  const passed = await passedCategories(urlKey, trx);
  const left = passed.length > 0 ? explainContent(screened, policy, passed).finding : finding;
  if (left) throw refusal(left);
}

export const refusal = (finding: PolicyFinding) => contentPolicy(finding, policyMessage(finding));
