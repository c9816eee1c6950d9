// The search document of a listing: lexemes for its vector, and the words that queries are corrected to.
//   notes      a word; a compound also run together (nodejs), the name also as a whole
//   ~note      the stem of a word, if they differ; of longer texts only the stem is kept, so that vectors stay small
//   ^note      the stem of a word of the name
//   +note      the stem of a word of the tagline; &note: of a fact with pages
//   @trello    a product to which the text compares the listing, such as in "alternative to Trello"
//   /host      the host of the site
//   #ai  $free  =topics:media-streaming
//              what lists filter by: categories, pricing model, and facts by the term of a value (facts.ts). Only
//              these lexemes have a weight, A, by which they are counted
import type { Transaction } from 'objection';
import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { displayHost } from '../addresses/site.js';
import { onStaleSearch } from '../settings/manage.js';
import { contentOf, type ListingContent } from './content.js';
import { termsOf, wordsOfFacts } from './facts.js';
import type { ListingFieldRules } from './fields.js';
import { nameShape } from './namesakes.js';
import { OWNER_FIELDS, rulesOf } from './schema.js';
import * as tokenizer from './tokens.js';

/** Increase when a rule here or in tokens.ts changes: older rows are then rebuilt. */
export const SEARCH_VERSION = 7;

/** Hosts of many products, which do not identify one of them. */
const SHARED_HOSTS = new Set(
  'github.com gitlab.com codeberg.org bitbucket.org sourceforge.net sr.ht gitea.com npmjs.com pypi.org docker.com google.com apple.com microsoft.com medium.com notion.site launchpad.net gnu.org apache.org'.split(
    ' ',
  ),
);
const ADDRESS = /\bhttps?:\/\/\S+|\bwww\.\S+|(?<![\p{L}\p{N}.-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/\S*/giu;
/** PostgreSQL keeps a vector under 1 MB; no listing comes near this many lexemes. */
const MAX_LEXEMES = 4000;

/** @returns the lexemes, and as `vocabulary` the plain words for correcting typos */
export function toSearchDocument(content: ListingContent) {
  const of = (kind: ListingFieldRules['searchedAs']): string[] =>
    OWNER_FIELDS.filter((field) => rulesOf(field).searchedAs === kind).flatMap(
      (field) => (content[field] ?? []) as string | string[],
    );
  const read = (parts: readonly string[]) => tokenizer.tokenize(parts.join(' ¶ ').replace(ADDRESS, ' '));
  const [name, tagline, text] = [of('name'), of('tagline'), of('text')];
  const [nameTokens, taglineTokens, textTokens] = [read(name), read(tagline), read(text)];
  const language = tokenizer.guessLanguage(
    [...nameTokens, ...taglineTokens, ...textTokens].flatMap(({ parts }) => parts),
  );
  const lexemes = new Set<string>();
  const words = new Set<string>();
  const put = (tokens: readonly tokenizer.Token[], mark: '^' | '+' | '&' | null) => {
    // A text may repeat one word ten thousand times: process each word once.
    const said = new Set<string>();
    for (const token of tokens) for (const word of spellings(token)) said.add(word);
    for (const word of said) {
      const root = tokenizer.stem(word, language);
      words.add(word);
      if (root === word || mark) lexemes.add(word);
      if (root !== word) lexemes.add(`~${root}`);
      if (mark) lexemes.add(mark + root);
    }
    if (mark) for (const pair of pairsIn(tokens, language)) lexemes.add(mark + pair);
  };
  put(nameTokens, '^');
  put(taglineTokens, '+');
  const site = readHost(content.website_url);
  put(read([...of('fact'), site.label, ...wordsOfFacts(content.facts, false)]), null);
  put(textTokens, null);
  put(read(wordsOfFacts(content.facts, true)), '&');
  for (const word of tokenizer.camelParts(content.name)) {
    words.add(word);
    lexemes.add(word).add(`^${tokenizer.stem(word, language)}`);
  }
  const nameJoined = tokenizer.joinWords(content.name);
  if (nameJoined) {
    words.add(nameJoined);
    lexemes.add(nameJoined).add(`^${nameJoined}`);
  }
  const vocabulary = [...words].filter(isCorrectable);
  for (const brand of alternativesIn([...name, ...tagline, ...text].join(' ¶ '))) lexemes.add(`@${brand}`);
  for (const host of site.hosts) lexemes.add(`/${host}`);
  const terms = filterLexemes(content);
  return {
    lexemes: [...lexemes].slice(0, MAX_LEXEMES).concat(terms),
    terms,
    vocabulary,
    nameKey: tokenizer.fold(content.name),
    nameJoined,
  };
}

type Filtered = Pick<ListingContent, 'categories' | 'pricing_model' | 'facts'>;

const filterLexemes = ({ categories, pricing_model: pricing, facts }: Filtered): string[] => [
  ...(categories ?? []).map((category) => `#${category}`),
  ...(pricing ? [`$${pricing}`] : []),
  ...termsOf(facts).map(({ lexeme }) => lexeme),
];

/** Stems of neighbouring words, also across a stop word: `mail server`. */
function pairsIn(tokens: readonly tokenizer.Token[], language: tokenizer.Language): string[] {
  const roots = tokens
    .flatMap(({ parts }) => parts)
    .filter((word) => !tokenizer.isStopWord(word, language))
    .map((word) => tokenizer.kindStem(word, language));
  return roots.slice(1).map((root, before) => `${roots[before]} ${root}`);
}

function spellings({ parts, joined, isUnspaced }: tokenizer.Token): readonly string[] {
  if (!isUnspaced) return parts.length > 1 ? [...parts, joined] : parts;
  // Indexes pairs of characters, and the last character alone, because no pair starts with it.
  const last = [...joined].at(-1) ?? '';
  return [...parts, last];
}

/** Letters only: numbers and identifiers are numerous, and not corrected. */
function isCorrectable(word: string): boolean {
  return /^\p{L}[\p{L}\p{N}]{2,29}$/u.test(word) && !/\d{3}/.test(word);
}

/** The host of a site, its domain, and the label that names it: `immich` for immich.app. Empty on a shared host. */
function readHost(websiteUrl: string): { hosts: Set<string>; label: string } {
  const host = displayHost(websiteUrl);
  if (isShared(host)) return { hosts: new Set(), label: '' };
  const options = { allowPrivateDomains: true };
  const hosts = new Set([host, getDomain(host, options) ?? host]);
  return { hosts, label: getDomainWithoutSuffix(host, options) ?? '' };
}

/** The product's name in an address: its repository, or the label of its host. */
export function nameOfAddress({ hostname, pathname }: URL): string {
  const host = displayHost(`https://${hostname}`);
  if (!isShared(host)) return getDomainWithoutSuffix(host, { allowPrivateDomains: true }) ?? host;
  return pathname.split('/').filter(Boolean).slice(0, 2).at(-1) ?? host;
}

export function isShared(host: string): boolean {
  return SHARED_HOSTS.has(getDomain(host) ?? host);
}

const NAME_WORD = String.raw`[\p{Lu}\p{N}][\p{L}\p{N}+'’&-]*(?:\.[\p{L}\p{N}]+)*`;
const NAME = String.raw`(?<![\p{L}\p{N}+'’&.-])(?!(?:An?|The) )${NAME_WORD}(?: ${NAME_WORD}){0,3}`;
const SEPARATOR = '(?:, (?:and |or )?| and | or |/| & )';
const CUE =
  '(?:(?:[Aa]lternative|[Rr]eplacement|[Ss]ubstitute|[Cc]ompetitor)s? (?:to|for|of)|[Cc]lones? of|[Rr]eplaces?)';
/** `an alternative to Google Photos, Trello and Jira` */
const ALTERNATIVE_TO = new RegExp(`${CUE} (?:the )?(?<names>${NAME}(?:${SEPARATOR}${NAME}){0,7})`, 'gu');
/** `Slack-like`, `Airtable alternative` */
const NAMED_ALTERNATIVE = new RegExp(
  `(?<names>${NAME})[ -](?:alternatives?|replacements?|clones?|competitors?|like)(?![a-z])`,
  'gu',
);

/** Products this text explicitly replaces, as it spells them: `Google Photos`. */
export function productsReplaced(text: string): string[] {
  return namesIn(text).flatMap(({ cue, name }) => (/alternative|replacement/i.test(cue) ? [name] : []));
}

/** The names, each with the surrounding words that introduce it. */
function namesIn(text: string): { cue: string; name: string }[] {
  return [...text.matchAll(ALTERNATIVE_TO), ...text.matchAll(NAMED_ALTERNATIVE)].flatMap((match) => {
    const names = match.groups?.names ?? '';
    return names
      .split(new RegExp(SEPARATOR, 'u'))
      .map((name) => ({ cue: match[0].replace(names, ''), name }));
  });
}

/** Products this text compares itself with, joined: `googlephotos`; for two words also the last one. */
function alternativesIn(text: string): string[] {
  const names = namesIn(text).map(({ name }) => name);
  return [
    ...new Set(
      names.flatMap((name) => [tokenizer.joinWords(name), tokenizer.joinWords(name.split(' ').at(-1) ?? '')]),
    ),
  ].filter((name) => name.length > 1);
}

// Stored in order, so that two writers of the same words never deadlock.
const storeDocuments = prepare(
  `with words as (
     insert into search_words (word)
       select word from unnest($2::text[]) as new (word)
       where not exists (select from search_words as known where known.word = new.word)
       order by word
     on conflict do nothing
   )
   insert into listing_search (id, live, published_at, version, name_key, name_joined, name_shape, search)
     select id, status = 'live', published_at, ${SEARCH_VERSION}, name_key, name_joined, name_shape,
       array_to_tsvector(lexemes) || terms::tsvector
     from jsonb_to_recordset($1::jsonb) as document (id uuid, name_joined text, name_shape text, lexemes text[], terms text)
       join listings using (id)
   on conflict (id) do update set live = excluded.live, published_at = excluded.published_at,
     version = excluded.version, name_key = excluded.name_key, name_joined = excluded.name_joined,
     name_shape = excluded.name_shape, search = excluded.search`,
);

export async function indexListings(trx: Transaction, rows: readonly ListingModel[]): Promise<void> {
  if (rows.length === 0) return;
  const weighted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}':1A`;
  const words = new Set<string>();
  const stored = rows.map((row) => {
    const { nameJoined, lexemes, terms, vocabulary } = toSearchDocument(contentOf(row));
    for (const word of vocabulary) words.add(word);
    const name = { name_joined: nameJoined, name_shape: nameShape(row.name) };
    return { id: row.id, ...name, lexemes, terms: terms.map(weighted).join(' ') };
  });
  await storeDocuments([JSON.stringify(stored), [...words]], trx);
}

/** The number of listings, and of those with a missing or outdated search document. */
export async function countStale(): Promise<{ total: number; stale: number }> {
  const { rows } = await ListingModel.knex().raw<{ rows: [{ total: number; stale: number }] }>(
    `select (select count(*) from listings) as total,
       (select count(*) from listings left join listing_search using (id) where version is distinct from ?) as stale`,
    [SEARCH_VERSION],
  );
  return rows[0];
}

const BATCH = 200;

onStaleSearch(() => reindexListings());

/** Rebuilds missing or outdated search documents, in small transactions, while searches continue.
 * @param onDerived called with the number just rebuilt @returns how many were rebuilt */
export async function reindexListings(signal?: AbortSignal, onDerived?: (count: number) => void) {
  let done = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  while (!signal?.aborted) {
    const rows = await ListingModel.transaction(async (trx) => {
      const batch = await ListingModel.query(trx)
        .whereRaw(
          'not exists (select from listing_search as found where found.id = listings.id and version >= ?)',
          [SEARCH_VERSION],
        )
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        // Skip locked listings: their writers index them.
        .forUpdate()
        .skipLocked();
      await indexListings(trx, batch);
      return batch;
    });
    const last = rows.at(-1);
    if (!last) break;
    done += rows.length;
    after = last.id;
    onDerived?.(rows.length);
  }
  // Invalidate lists and counts that were cached meanwhile.
  if (done > 0) await ListingModel.knex().raw(`select notify_public_change('*')`);
  return done;
}
