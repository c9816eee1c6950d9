// Shortens imported texts to the limits of a listing's fields.

export const MAX_NAME = 80;
const MAX_TAGLINE = 160;
const MAX_FEATURES = 8;
const MAX_FEATURE = 120;

/** The whole text if short, else its first sentence, else as many words as fit. */
export function taglineOf(text: string): string {
  if (text.length <= MAX_TAGLINE) return text;
  const end = text.slice(0, MAX_TAGLINE).search(/[.!?](?=\s)/);
  return end > 0 ? text.slice(0, end + 1) : clip(text, MAX_TAGLINE);
}

/** At most as many features as a listing may have, each cut to its limit. */
export function featuresFrom(texts: readonly string[]): { features?: string[] } {
  const features = texts.filter(Boolean).slice(0, MAX_FEATURES);
  return features.length > 0 ? { features: features.map((text) => clip(text, MAX_FEATURE)) } : {};
}

/** At most `most` characters, cut between words. */
export function clip(text: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  const cut = trimmed.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > most / 2 ? space : cut.length).replace(/[\ud800-\udbff]$/, '')}…`;
}
