// Addresses that are evidence by themselves: top-level domains for adult sites, and well-known sites.
/** The set that such a host counts as a term of. */
export const ADULT_HOST = 'host.adult';

/** Matched against the lower-case host name. */
export const ADULT_HOSTS =
  /\.(?:xxx|porn|adult|sex|sexy)$|(?:^|\.)(?:pornhub|xvideos|xnxx|xhamster|redtube|youporn|chaturbate|stripchat|bongacams|brazzers|spankbang|rule34|e-hentai|nhentai|fapello|erome|adultfriendfinder|tryst|skokka|clothoff|nudify)\.[a-z]+$/;
