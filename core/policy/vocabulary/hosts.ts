// Addresses that are evidence by themselves: top-level domains for adult sites, and well-known sites.
import type { SetId } from './sets.js';

export interface TellingHosts {
  readonly set: SetId;
  /** Matched against the lower-case host name. */
  readonly test: RegExp;
}

export const HOSTS: readonly TellingHosts[] = [
  {
    set: 'host.adult',
    test: /\.(?:xxx|porn|adult|sex|sexy)$|(?:^|\.)(?:pornhub|xvideos|xnxx|xhamster|redtube|youporn|chaturbate|stripchat|bongacams|brazzers|spankbang|rule34|e-hentai|nhentai|fapello|erome|adultfriendfinder|tryst|skokka|clothoff|nudify)\.[a-z]+$/,
  },
];
