// Content signals in robots.txt: what the operator allows AI crawlers (CONTENT_SIGNAL; not set by default).
import { config } from '../../core/kernel/config.js';
import type { Standard } from './standard.js';

export const contentSignal: Standard = {
  robots: () => (config.contentSignal ? [`Content-Signal: ${config.contentSignal}`] : []),
};
