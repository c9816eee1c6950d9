// What is prohibited beside the words that offer it, close together: certain evidence. How close, and beside which words,
// was measured on the labelled cases: docs/content-policy.md.
import type { PolicyCategory, PolicyRule } from '../engine/types.js';
import { either, near, type SetId } from './sets.js';

/** Next to each other: nothing but a space or a sign between them. */
const NEXT = 3;
/** With two or three words between them. */
const CLOSE = 15;

/** Other topics than an offer: they excuse it in its own sentence. */
const TOPICS: readonly SetId[] = [
  'protect',
  'protect.before',
  'health',
  'knowledge',
  'study',
  'play',
  'stage',
  'software',
  'licensed',
  'goods',
  'family',
  'past',
  'art',
];

interface Offer {
  readonly thing: SetId;
  readonly reason: string;
  readonly next?: readonly SetId[];
  readonly close?: readonly SetId[];
}

const OFFERS: Readonly<Record<PolicyCategory, readonly Offer[]>> = {
  adult: [
    {
      thing: 'porn',
      reason: 'Pornography offered',
      next: ['sale', 'covert', 'rate', 'media', 'show', 'extras'],
      close: ['night', 'person'],
    },
    {
      thing: 'prostitution',
      reason: 'Sexual services offered',
      next: ['sale', 'service', 'rate', 'person'],
      close: ['night', 'extras'],
    },
    { thing: 'escort.word', reason: 'Escorts offered', next: ['show', 'escort', 'city', 'person'] },
    {
      thing: 'undress',
      reason: 'Software that undresses people, offered',
      next: ['escort', 'person'],
      close: ['sale', 'trade', 'rate', 'extras'],
    },
    {
      thing: 'intimate.offer',
      reason: 'A phrase of sexual offers with its terms',
      next: ['trade', 'media', 'extras', 'show'],
      close: ['sale', 'service', 'night', 'rate'],
    },
    {
      thing: 'adult.sold',
      reason: 'What is said of paid sex only, with its terms',
      close: ['sale', 'trade', 'service', 'night', 'rate', 'media', 'show', 'extras', 'person'],
    },
    { thing: 'paid.dating', reason: 'Dating for money', next: ['rate'], close: ['night'] },
  ],
  drugs: [
    {
      thing: 'drug',
      reason: 'An illegal drug offered',
      next: ['trade', 'drop', 'amount', 'dose'],
      close: ['sale', 'dose.strong', 'no.doctor', 'contact'],
    },
    {
      thing: 'medicine.hard',
      reason: 'Controlled medicines without a prescription',
      close: ['no.doctor', 'covert'],
    },
    {
      thing: 'drugs.sold',
      reason: 'What is said of drugs only, with an offer',
      next: ['sale'],
      close: ['covert', 'amount', 'no.doctor'],
    },
    {
      thing: 'drug.offer',
      reason: 'A phrase of the drug trade, offered',
      next: ['trade', 'carrier'],
      close: ['sale', 'covert', 'drop', 'amount', 'dose'],
    },
  ],
  illegal: [
    { thing: 'weapon', reason: 'Weapons offered in secret or without papers', next: ['covert'] },
    {
      thing: 'weapon.offer',
      reason: 'Weapons outside the law, offered',
      close: ['sale', 'trade', 'crime.offer'],
    },
    { thing: 'weapon.hard', reason: 'Weapons of war offered', close: ['sale', 'crime.offer'] },
    {
      thing: 'forgery',
      reason: 'Forged documents, money or brands offered',
      next: ['sale', 'drop', 'covert'],
    },
    {
      thing: 'carding',
      reason: 'Stolen cards, accounts or identities offered',
      next: ['sale', 'trade', 'stolen.thing', 'account', 'too.good'],
      close: ['crime.offer', 'id.paper'],
    },
    {
      thing: 'cybercrime',
      reason: 'Attacks, malware or spying as a service',
      next: ['sale', 'trade', 'account'],
      close: ['crime.offer', 'other.people', 'secretly'],
    },
    {
      thing: 'scam',
      reason: 'Fraud, laundering or bought opinions offered',
      next: ['sale', 'crime.offer', 'id.paper'],
      close: ['too.good'],
    },
    {
      thing: 'piracy',
      reason: 'Pirated software, films or channels offered',
      next: ['sale', 'crime.offer', 'stolen.thing'],
    },
    {
      thing: 'violence',
      reason: 'Violence, trafficking or organs for money',
      next: ['sale', 'trade'],
      close: ['service', 'covert', 'crime.offer', 'other.people'],
    },
    {
      thing: 'wildlife',
      reason: 'Protected wildlife or contraband offered',
      close: ['sale', 'trade', 'covert'],
    },
    { thing: 'crime.word', reason: 'A crime by name, for hire', next: ['service'] },
    { thing: 'illegal.sold', reason: 'What only criminal trades say, in secret', next: ['covert'] },
    { thing: 'id.strong', reason: 'Papers that pretend, offered', close: ['sale'] },
  ],
};

/** The rules of one thing: beside words that must follow or precede it, and beside those that may be a little apart. */
function rulesOf(category: PolicyCategory, { thing, reason, next, close }: Offer): PolicyRule[] {
  const rule = (id: string, within: number, sets: readonly SetId[] | undefined): PolicyRule[] =>
    sets
      ? [
          {
            id,
            category,
            effect: 'refuse',
            all: [either(thing), near(within, ...sets)],
            unless: TOPICS,
            reason,
          },
        ]
      : [];
  const id = `${category}.${thing}`;
  return [...rule(`${id}-next`, NEXT, next), ...rule(`${id}-close`, CLOSE, close)];
}

export const OFFER_RULES: readonly PolicyRule[] = (['adult', 'drugs', 'illegal'] as const).flatMap(
  (category) => OFFERS[category].flatMap((offer) => rulesOf(category, offer)),
);
