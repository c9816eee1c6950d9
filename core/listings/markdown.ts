// A listing as Markdown, for programs that read documents.
import type { Listing } from './schema.js';

/** The whole of a listing that visitors see. */
export function markdownOf(listing: Listing): string {
  const facts: [string, string | null][] = [
    ['Website', listing.website_url],
    ['Categories', listing.categories?.join(', ') ?? null],
    ['Pricing', [listing.pricing_model, listing.pricing_summary].filter(Boolean).join(': ') || null],
    ['Verified', listing.verified ? 'its owner has proved control of its site' : null],
    ['Listed', listing.published_at?.slice(0, 10) ?? null],
    ['Changed', listing.updated_at.slice(0, 10)],
    ['Page', listing.url],
  ];
  const parts = [
    `# ${asText(listing.name)}`,
    `> ${asText(listing.tagline)}`,
    facts.flatMap(([label, value]) => (value === null ? [] : [`- ${label}: ${asText(value)}`])).join('\n'),
    ...(listing.description ? [asText(listing.description)] : []),
    ...(listing.features?.length
      ? [`## Features\n\n${listing.features.map((feature) => `- ${asText(feature)}`).join('\n')}`]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Text that strangers wrote, so that none of it makes a heading, a link, a picture or markup of its own. */
function asText(text: string): string {
  return text.replace(/[\\`*[\]<>|]/g, '\\$&').replace(/^( {0,3})([#>+=~-]|\d{1,9}[.)])/gm, '$1\\$2');
}
