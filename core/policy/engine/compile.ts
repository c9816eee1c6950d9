// Compiles vocabulary, rules and the additions of one instance into the policy that the screen runs.
import { createHash } from 'node:crypto';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { word } from '../../kernel/schema.js';
import { NAMING_RULES } from '../vocabulary/naming-rules.js';
import { OFFER_RULES } from '../vocabulary/offer-rules.js';
import { SCHEME_RULES } from '../vocabulary/scheme-rules.js';
import {
  ADULT_HOST,
  ADULT_HOSTS,
  either,
  readCommonWords,
  readTermSets,
  type TermSet,
} from '../vocabulary/sets.js';
import { compileLexicon, type Lexicon } from './lexicon.js';
import { type Model, readModel } from './model.js';
import { POLICY_CATEGORIES, type PolicyRule } from './types.js';

const ownText = Type.String({ minLength: 2, maxLength: 200 });
const list = <T extends TSchema>(items: T, maxItems: number) => Type.Array(items, { maxItems, default: [] });
const closed = { additionalProperties: false };

/** `policy.json`: what the operator of one instance adds and exempts; docs/content-policy.md has an example. */
export const InstancePolicy = Type.Object(
  {
    /** Own vocabulary; a weight of 10 refuses, a lower one flags. */
    add: list(
      Type.Object(
        {
          category: word(POLICY_CATEGORIES),
          terms: Type.Array(ownText, { minItems: 1, maxItems: 500 }),
          weight: Type.Number({ minimum: 0.5, maximum: 10, default: 10 }),
          reason: Type.String({ minLength: 3, maxLength: 200 }),
        },
        closed,
      ),
      200,
    ),
    exempt: Type.Object(
      {
        /** Phrases that are allowed here: a rule whose evidence is inside one does not count. */
        phrases: list(ownText, 500),
        /** Listings on these hosts and their subdomains are not screened. */
        hosts: list(Type.String({ minLength: 3, maxLength: 253 }), 500),
        /** Built-in rules switched off, by id. */
        rules: list(ownText, 100),
      },
      { ...closed, default: {} },
    ),
  },
  closed,
);
export type InstancePolicy = Static<typeof InstancePolicy>;

/** The weight of an operator's own terms that refuses; a lower one flags. */
const REFUSES = 10;

const RULES: readonly PolicyRule[] = [...OFFER_RULES, ...SCHEME_RULES, ...NAMING_RULES];

/** Rules and vocabulary, as the screen runs them, compiled by `compilePolicy`. */
export interface CompiledPolicy {
  /** Another one after every change of rules or vocabulary, so that listings are screened again. */
  readonly version: string;
  /** For the version, in the rows of listings that it has screened. */
  readonly number: number;
  readonly lexicon: Lexicon;
  readonly rules: readonly PolicyRule[];
  readonly exemptHosts: readonly string[];
  readonly model: Model;
}

const NO_ADDITIONS: InstancePolicy = { add: [], exempt: { phrases: [], hosts: [], rules: [] } };

/**
 * Compiles the built-in policy with the additions and exemptions of an instance. The version changes with every change
 * of rules, vocabulary or additions.
 * @throws Error naming a rule that refers to an unknown set (a mistake in the rules, not in the content).
 */
export function compilePolicy(
  instance: InstancePolicy = NO_ADDITIONS,
  model: Model = readModel(),
): CompiledPolicy {
  const additions = instance.add.map((addition, index) => ({
    ...addition,
    set: `instance.${index + 1}` as const,
  }));
  const rules: PolicyRule[] = [
    ...RULES.filter((rule) => !instance.exempt.rules.includes(rule.id)),
    ...additions.map(
      ({ set, category, weight, reason }): PolicyRule => ({
        id: set,
        category,
        all: [either(set)],
        unless: [],
        effect: weight >= REFUSES ? 'refuse' : 'flag',
        reason,
      }),
    ),
  ];
  const sets: TermSet[] = [
    ...readTermSets(),
    ...additions.map(({ set, terms }) => ({ id: set, terms })),
    { id: 'instance.exempt', terms: instance.exempt.phrases },
  ];
  const known = new Set([...sets.map(({ id }) => id), ADULT_HOST]);
  for (const id of rules.flatMap(({ all, unless }) => [...all.flatMap((part) => part.sets), ...unless]))
    if (!known.has(id)) throw new Error(`The content policy has no set "${id}".`);
  const version = createHash('sha256')
    .update(JSON.stringify([sets, rules, ADULT_HOSTS.source]))
    .update(model.table)
    .update(JSON.stringify([model.scale, model.bias]))
    .digest('hex')
    .slice(0, 12);
  return {
    version,
    number: createHash('sha256').update(version).digest().readInt32BE(),
    lexicon: compileLexicon(sets, readCommonWords()),
    rules,
    exemptHosts: instance.exempt.hosts,
    model,
  };
}

let builtIn: CompiledPolicy | null = null;

/**
 * The policy without an instance's additions; compiled when the first text is screened, as most commands screen none.
 */
export function builtInPolicy(): CompiledPolicy {
  builtIn ??= compilePolicy();
  return builtIn;
}
