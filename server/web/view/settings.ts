// The settings, as pages need them.
import { currentSettings, publishedPages, type Settings } from '../../../core/settings/current.js';
import { accentUrl } from './accent.js';

/** @param settings a draft, for a preview */
export function settingsView(settings: Settings = currentSettings()) {
  const pages = publishedPages(settings)
    .filter(({ footer }) => footer !== false)
    .map(({ slug, title }) => ({ label: title, url: `/pages/${slug}` }));
  return {
    ...settings,
    /** The style sheet of the accent colour; null: that of the theme. */
    accentStyle: settings.accent_color && accentUrl(settings.accent_color),
    /** The operator's pages, then other addresses. */
    links: [...pages, ...(settings.footer_links ?? [])],
    /** The operator's contact: an address or `mailto:`. */
    contact: settings.contact_url ?? (settings.contact_email && `mailto:${settings.contact_email}`),
  };
}
