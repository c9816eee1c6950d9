// Certain evidence: prohibited things close to words that offer them. Distances and words were measured on
// the labelled cases (docs/content-policy.md).
import type { PolicyCategory, PolicyRule } from '../engine/types.js';
import { either, list, near } from './sets.js';

/** Adjacent: only a space or a sign between them. */
const NEXT = 3;
/** Two or three words apart. */
const CLOSE = 15;

/** Topics that excuse an offer in the same sentence. */
const TOPICS = list(
  'protect protect.before health knowledge study play stage software licensed goods family past art offered.told',
);

/** Certain evidence: a thing and words that offer it. @param name category and thing, a set
 * @param next sets of words directly before or after it @param close sets of words at a small distance */
function offer(name: string, reason: string, next: string, close = ''): PolicyRule[] {
  const dot = name.indexOf('.');
  const category = name.slice(0, dot) as PolicyCategory;
  const rule = (place: string, within: number, sets: string): PolicyRule => ({
    id: `${name}-${place}`,
    category,
    effect: 'refuse',
    all: [either(name.slice(dot + 1)), near(within, ...list(sets))],
    unless: TOPICS,
    reason,
  });
  return [...(next ? [rule('next', NEXT, next)] : []), ...(close ? [rule('close', CLOSE, close)] : [])];
}

export const OFFER_RULES: readonly PolicyRule[] = [
  ...offer('adult.porn', 'Pornography offered', 'sale covert rate media show extras', 'night person'),
  ...offer('adult.prostitution', 'Sexual services offered', 'sale service rate person', 'night extras'),
  ...offer('adult.escort.word', 'Escorts offered', 'show escort city person'),
  ...offer(
    'adult.undress',
    'Software that undresses people, offered',
    'escort person',
    'sale trade rate extras',
  ),
  ...offer(
    'adult.intimate.offer',
    'A phrase of sexual offers with its terms',
    'trade media extras show',
    'sale service night rate',
  ),
  ...offer(
    'adult.adult.sold',
    'What is said of paid sex only, with its terms',
    '',
    'sale trade service night rate media show extras person',
  ),
  ...offer('adult.paid.dating', 'Dating for money', 'rate', 'night'),
  ...offer(
    'drugs.drug',
    'An illegal drug offered',
    'trade drop amount dose',
    'sale dose.strong no.doctor contact',
  ),
  ...offer('drugs.medicine.hard', 'Controlled medicines without a prescription', '', 'no.doctor covert'),
  ...offer(
    'drugs.drugs.sold',
    'What is said of drugs only, with an offer',
    'sale',
    'covert amount no.doctor',
  ),
  ...offer(
    'drugs.drug.offer',
    'A phrase of the drug trade, offered',
    'trade carrier',
    'sale covert drop amount dose',
  ),
  ...offer('illegal.weapon', 'Weapons offered in secret or without papers', 'covert'),
  ...offer('illegal.weapon.offer', 'Weapons outside the law, offered', '', 'sale trade crime.offer'),
  ...offer('illegal.weapon.hard', 'Weapons of war offered', '', 'sale crime.offer'),
  ...offer('illegal.forgery', 'Forged documents, money or brands offered', 'sale drop covert'),
  ...offer(
    'illegal.carding',
    'Stolen cards, accounts or identities offered',
    'sale trade stolen.thing account too.good',
    'crime.offer id.paper',
  ),
  ...offer(
    'illegal.cybercrime',
    'Attacks, malware or spying as a service',
    'sale trade account',
    'crime.offer other.people secretly',
  ),
  ...offer(
    'illegal.scam',
    'Fraud, laundering or bought opinions offered',
    'sale crime.offer id.paper',
    'too.good',
  ),
  ...offer('illegal.piracy', 'Pirated software, films or channels offered', 'sale crime.offer stolen.thing'),
  ...offer(
    'illegal.violence',
    'Violence, trafficking or organs for money',
    'sale trade',
    'service covert crime.offer other.people',
  ),
  ...offer('illegal.wildlife', 'Protected wildlife or contraband offered', '', 'sale trade covert'),
  ...offer('illegal.crime.word', 'A crime by name, for hire', 'hire'),
  ...offer('illegal.illegal.sold', 'What only criminal trades say, in secret', 'covert'),
  ...offer('illegal.id.strong', 'Papers that pretend, offered', '', 'sale'),
];
