// Examples as the model learns them: content cut into windows, each window its features by block.
import { builtInPolicy } from '../../../core/policy/engine/compile.js';
import { findAll, piecesOf, sentenceEnds } from '../../../core/policy/engine/findings.js';
import { addPassage, BLOCK_COUNT, passagesOf, windowsOf } from '../../../core/policy/engine/passages.js';
import { POLICY_CATEGORIES, type ScreenedContent } from '../../../core/policy/screening.js';
import { DEMO_LISTINGS } from '../../data/demo-listings.js';
import type { LabelledListing } from './corpus.js';
import { ordinaryListings, seededRandom } from './ordinary.js';

/** Buckets of each block. */
export type Window = readonly Int32Array[];

export interface Example {
  /** 0 is allowed, then the categories in their order. */
  readonly label: number;
  readonly windows: readonly Window[];
}

export function exampleOf(content: ScreenedContent, label: LabelledListing['label']): Example {
  const { lexicon } = builtInPolicy();
  const pieces = piecesOf(content);
  const passages = passagesOf(findAll(lexicon, pieces), sentenceEnds(pieces));
  const features = passages.map((passage) => {
    const blocks = Array.from({ length: BLOCK_COUNT }, (): number[] => []);
    addPassage(passage, { add: (bucket, block) => void blocks[block]?.push(bucket) });
    return blocks.map((buckets) => Int32Array.from(buckets));
  });
  const windows = windowsOf(passages).map((places) =>
    Array.from({ length: BLOCK_COUNT }, (_, block) =>
      joined(places.map((place) => features[place]?.[block] as Int32Array)),
    ),
  );
  return { label: label === 'allowed' ? 0 : POLICY_CATEGORIES.indexOf(label) + 1, windows };
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((length, list) => length + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Innocent words that say nothing of what stands beside them; the test of shields uses others. */
const SHIELDS = [
  'Fraud monitoring on all accounts',
  'We protect your data',
  'Safe and secure checkout',
  'Encrypted and GDPR compliant',
  'Backed by research',
  'Free course included',
  'Trusted by clinics',
  'A museum of quality',
  'Blocks spam and viruses',
  'No scams here',
  'Licensed and insured',
  'With parental control',
  'Official software platform',
  'Ask our doctors',
  'Great for students',
  'Award-winning design',
  'Safety first',
  'Detects errors early',
  'Part of the proceeds goes to charity',
  'Open source and audited',
  'Family friendly shop',
  'Read our news and stories',
  'We never offer anything illegal',
  'Nothing unlawful is sold here',
  'No forbidden goods, no exceptions',
  'We refuse whatever the law bans',
  'Not for resale where not allowed',
  'It does not break any rules',
  'A card game for collectors',
  'Toy and theatre version',
  'As seen in a novel (history edition)',
  'A puzzle and a gallery in one',
  'Anti-Spam tools',
  'Anti-Abuse team on duty',
  'For study and teaching use only',
  'Stops and reports misuse',
];

/** The content with an innocent phrase put somewhere in it. */
function withShield(content: ScreenedContent, random: () => number): ScreenedContent {
  const shield = SHIELDS[Math.floor(random() * SHIELDS.length)] ?? '';
  const { name, tagline = '', description = '' } = content;
  const ways: (() => ScreenedContent)[] = [
    () => ({ ...content, tagline: shield, description: `${tagline}. ${description}` }),
    () => ({ ...content, description: `${description} ${shield}.` }),
    () => ({ ...content, description: `${shield}: ${description}` }),
    () => ({ ...content, tagline: `${tagline}, ${shield.toLowerCase()}` }),
    () => ({ ...content, name: `${name} ${shield.split(' ')[0]}` }),
    () => ({ ...content, features: [...(content.features ?? []), shield] }),
    () => ({ ...content, tagline: `${tagline} (${shield.toLowerCase()})` }),
    () => ({ ...content, name: `${shield.split(' ').slice(0, 2).join(' ')} ${name}` }),
    () => ({ ...content, description: `${shield}. ${description}` }),
    () => ({ ...content, description: description?.replace(/\.(\s|$)/, `, ${shield.toLowerCase()}.$1`) }),
  ];
  return (ways[Math.floor(random() * ways.length)] as () => ScreenedContent)();
}

/** What the content says under the title of an ordinary product: one telling sentence, or one innocent loaded word. */
function underTitle({ tagline, description }: ScreenedContent, ordinary: ScreenedContent): ScreenedContent {
  return { ...ordinary, description: [tagline, description].filter(Boolean).join('. '), features: [] };
}

/** So much text is judged by itself; less may need its title. */
const SPEAKS_ALONE = 80;
const ORDINARY = 7000;

/** A labelled text. */
type Case = Pick<LabelledListing, 'content' | 'label'>;

/**
 * What the model is trained on: the cases, those prohibited twice more behind shields and those allowed once, so that
 * shields say nothing; the longer ones once more under the title of an ordinary product; and ordinary products, half of
 * them behind a shield too.
 */
export function trainingCases(listings: readonly LabelledListing[]): Case[] {
  const random = seededRandom(20261122);
  const allowed = (content: ScreenedContent): Case => ({ content, label: 'allowed' });
  return [
    ...listings.map(({ content, label }) => ({ content, label })),
    ...listings.flatMap(({ content, label }) =>
      Array.from({ length: label === 'allowed' ? 1 : 2 }, () => ({
        content: withShield(content, random),
        label,
      })),
    ),
    ...listings
      .filter(({ content }) => (content.description?.length ?? 0) >= SPEAKS_ALONE)
      .map(({ content, label }) => ({
        content: underTitle(content, ordinaryListings(1, random)[0] as ScreenedContent),
        label,
      })),
    ...DEMO_LISTINGS.map((listing) => allowed(listing as ScreenedContent)),
    ...ordinaryListings(ORDINARY, random).map((content, n) =>
      allowed(n % 2 === 0 ? content : withShield(content, random)),
    ),
  ];
}

/** The examples of these cases. */
export const trainingExamples = (listings: readonly LabelledListing[]): Example[] =>
  trainingCases(listings).map(({ content, label }) => exampleOf(content, label));
