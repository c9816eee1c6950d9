// The site's settings, as pages need them.
import { currentSettings, publishedPages, type Site } from '../../../core/settings/current.js';
import { accentUrl } from './accent.js';

/** @param site a draft, for a preview */
export function settingsView(site: Site = currentSettings()) {
  const pages = publishedPages(site)
    .filter(({ footer }) => footer !== false)
    .map(({ slug, title }) => ({ label: title, url: `/pages/${slug}` }));
  return {
    ...site,
    /** The style sheet of the accent colour; null: that of the theme. */
    accentStyle: site.accent_color && accentUrl(site.accent_color),
    /** The operator's pages, then other addresses. */
    links: [...pages, ...(site.footer_links ?? [])],
    /** The operator's contact: an address or `mailto:`. */
    contact: site.contact_url ?? (site.contact_email && `mailto:${site.contact_email}`),
  };
}
