// Labelled listings for the content policy, in test/lab/policy/cases; real products of ../shared, which are measured on where
// present, and never committed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyCategory, ScreenedContent } from '../../../core/policy/screening.js';

export interface LabelledListing {
  readonly content: ScreenedContent;
  readonly label: PolicyCategory | 'allowed';
  readonly kind: string;
}

export interface Corpus {
  readonly name: string;
  readonly listings: readonly LabelledListing[];
  readonly kinds: boolean;
}

const SHARED = '../shared';

function readLines(file: string): Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const FOLDER = 'test/lab/policy/cases';

function readCases(name: string, folder: string, isWanted: (file: string) => boolean = () => true): Corpus {
  const listings = readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson') && isWanted(file))
    .sort()
    .flatMap((file) => readLines(join(folder, file)))
    .map(({ label, kind, note, ...content }) => ({
      content: content as ScreenedContent,
      label: label as LabelledListing['label'],
      kind: String(kind ?? note).split(':')[0] ?? '',
    }));
  return { name, listings, kinds: true };
}

/** Cases written for this project: one NDJSON file for each topic or author; `kind` names the trick or trap. */
export const readOwnCases = () => readCases('own cases', FOLDER);

/** One file of them, or of the development corpora (`dev`, `dev2`). */
export const readCaseFile = (name: string) =>
  readCases(
    name,
    name.startsWith('dev') ? join(FOLDER, 'corpus') : FOLDER,
    (file) => file === `${name}.ndjson`,
  );

/** Names for `readCaseFile`. */
export function caseFiles(): string[] {
  const names = (folder: string) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.ndjson'))
      .map((file) => file.replace(/\.ndjson$/, ''))
      .sort();
  return [...names(FOLDER), ...names(join(FOLDER, 'corpus'))];
}

/** The two development corpora, by another author. */
export const readDevCorpus = () => readCases('development corpora', join(FOLDER, 'corpus'));

/** Real products whose licence lets them be here, all of them allowed. */
export const readPublicApis = () => readCases('public APIs', join(FOLDER, 'public-apis'));

let training: readonly LabelledListing[] | undefined;

/** All of these, which the model is trained on. */
export function trainingListings(): readonly LabelledListing[] {
  training ??= [readOwnCases(), readDevCorpus(), readPublicApis()].flatMap(({ listings }) => listings);
  return training;
}

/** `npm test` judges a sample, `npm run policy:check` all cases. */
export const isFull = process.env.POLICY_CASES === 'all';

/** Every 24th case, or every nth. */
export const sampleOf = <T>(cases: readonly T[], nth = 24): T[] =>
  isFull ? [...cases] : cases.filter((_, n) => n % nth === 0);

export const sampled = (corpus: Corpus, nth: number): Corpus => ({
  ...corpus,
  listings: sampleOf(corpus.listings, nth),
});

/** Names for `readHeldOut`. */
export const HELD_OUT = ['first', 'blind-a', 'blind-r', 'blind-s', 'hidden-a', 'hidden-b'] as const;

/** Cases that neither rules nor model learn from, one file an author: for measuring only. */
export const readHeldOut = (name: (typeof HELD_OUT)[number]) =>
  readCases(`held out: ${name}`, join(FOLDER, 'held-out'), (file) => file === `${name}.ndjson`);

/** Real products, all of them allowed, or null where they are absent. */
function readReal(name: string, path: string): Corpus | null {
  const file = join(SHARED, path);
  if (!existsSync(file)) return null;
  const listings = readLines(file).map(({ pricing_model: _, label: _label, note: _note, ...content }) => ({
    content: content as ScreenedContent,
    label: 'allowed' as const,
    kind: 'real',
  }));
  return { name, listings, kinds: false };
}

/** Products that one hosts oneself. */
export const readRealListings = () => readReal('real listings', 'real-listings/listings.ndjson');

/** APIs, tools of artificial intelligence and of medicine; of these the first list is training data. */
export const readMoreRealListings = () => readReal('more real listings', 'policy-corpus/real2-dev.ndjson');

const SENTENCES = [
  'Plan the week with your team and see at a glance who is busy.',
  'Invoices go out by themselves, and reminders follow when nobody pays.',
  'The editor works offline and merges what you wrote on the train.',
  'Export everything as CSV or JSON; your data stays yours.',
  'Version 2.4 brings OAuth 2.0, S3 buckets and a faster search over 10,000 rows.',
  'Roles and audit logs tell who changed what, and when.',
  'Charts update live while orders come in from the shop.',
];

/** A listing that fills every field to its limit with ordinary text. */
export function fullSizeListing(seed: number): LabelledListing {
  let description = '';
  for (let i = seed; description.length < 4000; i++) description += `${SENTENCES[i % SENTENCES.length]} `;
  const content: ScreenedContent = {
    name: 'A planning board for small teams that build and repair instruments and machines'.slice(0, 80),
    tagline: SENTENCES[seed % SENTENCES.length]?.padEnd(160, ' and more').slice(0, 160),
    description: description.slice(0, 4000),
    features: Array.from({ length: 8 }, (_, i) =>
      `${SENTENCES[(seed + i) % SENTENCES.length]} Also on phones.`.slice(0, 120),
    ),
    website_url: 'https://planning-board.example.com/product/overview?plan=team',
  };
  return { content, label: 'allowed', kind: 'full-size' };
}
