// security.txt (RFC 9116), where the operator has set a contact.
import { config } from '../../core/kernel/config.js';
import { currentSettings } from '../../core/settings/current.js';
import type { Standard } from './standard.js';

const PATH = '/.well-known/security.txt';
/** The file must be renewed within a year: it is good for half of one from each request. */
const VALID_DAYS = 180;

export const securityContact: Standard = {
  documents: { [PATH]: { type: 'text/plain; charset=utf-8', read: securityText } },
};

function securityText() {
  const { contact_email: email, contact_url: url } = currentSettings();
  const contact = email ? `mailto:${email}` : url && new URL(url, config.publicUrl).href;
  if (!contact) return null;
  const day = new Date(Date.now() + VALID_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return `Contact: ${contact}\nExpires: ${day}T00:00:00Z\nCanonical: ${config.publicUrl}${PATH}\n`;
}
