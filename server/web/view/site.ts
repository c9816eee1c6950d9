// The site's settings, as pages need them.
import { config } from '../../../core/kernel/config.js';
import { currentSite, publishedPages, type Site } from '../../../core/site/current.js';
import { accentUrl } from './accent.js';

export interface SiteView {
  readonly name: string;
  readonly url: string;
  readonly slug: string;
  /** The style sheet of the accent colour; null: that of the theme. */
  readonly accentStyle: string | null;
  readonly logo: string | null;
  readonly favicon: string | null;
  readonly socialImage: string | null;
  readonly headline: string | null;
  readonly lead: string | null;
  readonly needs: readonly string[];
  readonly announcement: { readonly text: string; readonly url: string | null } | null;
  readonly footerText: string | null;
  /** The operator's pages, then other addresses. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** The operator's contact: an address or `mailto:`. */
  readonly contact: string | null;
}

/** @param site a draft, for a preview */
export function siteView(site: Site = currentSite()): SiteView {
  const pages = publishedPages(site)
    .filter(({ footer }) => footer !== false)
    .map(({ slug, title }) => ({ label: title, url: `/pages/${slug}` }));
  return {
    name: site.name,
    url: config.publicUrl,
    slug: config.serviceSlug,
    accentStyle: site.accent_color && accentUrl(site.accent_color),
    logo: site.logo_url,
    favicon: site.favicon_url,
    socialImage: site.social_image_url,
    headline: site.headline,
    lead: site.lead,
    needs: site.needs ?? [],
    announcement: site.announcement ? { text: site.announcement, url: site.announcement_url } : null,
    footerText: site.footer_text,
    links: [...pages, ...(site.footer_links ?? [])],
    contact: site.contact_url ?? (site.contact_email && `mailto:${site.contact_email}`),
  };
}
