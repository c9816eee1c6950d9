// Labelled listings to measure the content policy on: our own in test/data/policy, and those of ../shared where
// present, which may be read but not committed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyCategory, ScreenedContent } from '../../core/policy/screening.js';

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

/** Cases written for this project: one NDJSON file a topic; `kind` says which trick or trap. */
export function readOwnCases(): Corpus {
  const folder = 'test/data/policy';
  const lines = readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .sort()
    .flatMap((file) => readLines(join(folder, file)));
  const listings = lines.map(({ label, kind, ...content }) => ({
    content: content as ScreenedContent,
    label: label as LabelledListing['label'],
    kind: String(kind),
  }));
  return { name: 'own cases', listings, kinds: true };
}

/** The development corpus, or null where it is absent. */
export function readDevCorpus(): Corpus | null {
  const file = join(SHARED, 'policy-corpus/dev.ndjson');
  if (!existsSync(file)) return null;
  const listings = readLines(file).map(({ label, note, ...content }) => ({
    content: content as ScreenedContent,
    label: label as LabelledListing['label'],
    kind: String(note).split(':')[0] ?? '',
  }));
  return { name: 'development corpus', listings, kinds: true };
}

/** Real products, all of them allowed, or null where they are absent. */
export function readRealListings(): Corpus | null {
  const file = join(SHARED, 'real-listings/listings.ndjson');
  if (!existsSync(file)) return null;
  const listings = readLines(file).map(({ pricing_model: _, ...content }) => ({
    content: content as ScreenedContent,
    label: 'allowed' as const,
    kind: 'real',
  }));
  return { name: 'real listings', listings, kinds: false };
}

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
