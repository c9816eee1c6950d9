// Compiles vocabulary, rules and an instance's additions into the policy.
import { createHash } from 'node:crypto';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { word } from '../../kernel/schema.js';
import { RULES } from '../vocabulary/rules.js';
import * as wordSets from '../vocabulary/sets.js';
import { compileLexicon, type Lexicon } from './lexicon.js';
import { type Model, readModel } from './model.js';
import { POLICY_CATEGORIES, type PolicyRule } from './types.js';

const ownText = Type.String({ minLength: 2, maxLength: 200 });
const list = <T extends TSchema>(items: T, maxItems: number) => Type.Array(items, { maxItems, default: [] });
const closed = { additionalProperties: false };

/** `policy.json`: the operator's additions and exemptions; docs/content-policy.md has an example. */
export const InstancePolicy = Type.Object(
  {
    /** A weight of 10 refuses, a lower one flags. */
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
        /** Allowed phrases: a rule whose evidence is inside one does not count. */
        phrases: list(ownText, 500),
        rules: list(ownText, 100),
      },
      { ...closed, default: {} },
    ),
  },
  closed,
);
export type InstancePolicy = Static<typeof InstancePolicy>;

/** The weight from which an operator's own term refuses; with a lower weight it flags. */
const REFUSES = 10;

export interface CompiledPolicy {
  /** Changes with rules and vocabulary: listings are then screened again. */
  readonly version: string;
  /** The version as a number, stored with each screened listing. */
  readonly number: number;
  readonly lexicon: Lexicon;
  readonly rules: readonly PolicyRule[];
  readonly model: Model;
}

const NO_ADDITIONS: InstancePolicy = { add: [], exempt: { phrases: [], rules: [] } };

/** Compiles the built-in policy with an instance's additions and exemptions. @throws Error for an unknown set */
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
        all: [{ sets: [set], within: 0 }],
        unless: [],
        effect: weight >= REFUSES ? 'refuse' : 'flag',
        reason,
      }),
    ),
  ];
  const sets: wordSets.TermSet[] = [
    ...wordSets.readTermSets(),
    ...additions.map(({ set, terms }) => ({ id: set, terms })),
    { id: 'instance.exempt', terms: instance.exempt.phrases },
  ];
  const known = new Set([...sets.map(({ id }) => id), wordSets.ADULT_HOST]);
  for (const id of rules.flatMap(({ all, unless }) => [...all.flatMap((part) => part.sets), ...unless]))
    if (!known.has(id)) throw new Error(`The content policy has no set "${id}".`);
  const version = createHash('sha256')
    .update(JSON.stringify([sets, rules, wordSets.ADULT_HOSTS.source]))
    .update(model.table)
    .update(JSON.stringify([model.scale, model.bias]))
    .digest('hex')
    .slice(0, 12);
  return {
    version,
    number: createHash('sha256').update(version).digest().readInt32BE(),
    lexicon: compileLexicon(sets, wordSets.readCommonWords()),
    rules,
    model,
  };
}

let builtIn: CompiledPolicy | null = null;

/** Compiled when the first text is screened, as most commands screen none. */
export function builtInPolicy(): CompiledPolicy {
  builtIn ??= compilePolicy();
  return builtIn;
}
