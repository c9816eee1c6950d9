/** What callers over REST should know: its default order is the newest first, also with words (C5). */
export const SEARCH_ADVICE =
  'With words (q), send sort=relevance: without it the newest come first. fields= keeps answers small.';
