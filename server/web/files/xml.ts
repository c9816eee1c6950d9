// The XML helpers of feeds and sitemaps.
import { escapeHtml } from '../../../core/kernel/text/html.js';

/** XML 1.0 forbids control characters, even escaped. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is there to remove them
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}

export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
