// Example commands and responses shown on pages, with this service's own address.
import { config } from '../../../core/kernel/config.js';
import { escapeHtml } from '../../../core/kernel/text/html.js';
import { badgeSize } from '../card/badge.js';

/** The HTML of a listing's badge, to be copied. */
export async function badgeSnippet(slug: string): Promise<string> {
  const { width, height, text } = await badgeSize();
  const alt = escapeHtml(text);
  return `<a href="${config.publicUrl}/listings/${slug}">
  <img src="${config.publicUrl}/badge/${slug}.svg" alt="${alt}" width="${width}" height="${height}">
</a>`;
}

/** The examples in the documentation. */
export function docsSnippets() {
  const url = config.publicUrl;
  return {
    search: `curl '${url}/api/v1/listings?q=notes&limit=5'`,
    register: `curl ${url}/api/v1/agents/register \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Ada", "email": "ada@example.com", "password": "a long passphrase"}'`,
    submit: `curl '${url}/api/v1/listings?dry_run=1' \\
  -H 'Authorization: Bearer dir_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Example Notes", "website_url": "https://notes.example.com",
       "tagline": "Notes that find themselves", "categories": ["productivity"]}'`,
    archive: `curl '${url}/api/v1/listings/example-notes?dry_run=1' \\
  -H 'Authorization: Bearer dir_…' -H 'Content-Type: application/json' \\
  -d '{"action": "archive"}'`,
    mcp: `${url}/mcp`,
    error: `{
  "error": "\\"tagline\\" is required.",
  "code": "validation_error",
  "field": "tagline",
  "errors": [{ "field": "tagline", "path": "/tagline", "code": "required", "error": "\\"tagline\\" is required." }],
  "docs_url": "${url}/docs/errors#validation_error",
  "request_id": "…"
}`,
  };
}
