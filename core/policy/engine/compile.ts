// Compiles vocabulary, rules and the additions of one instance into the policy that the screen runs.
import { createHash } from 'node:crypto';
import { HOSTS } from '../vocabulary/hosts.js';
import { NAMING_RULES } from '../vocabulary/naming-rules.js';
import { OFFER_RULES } from '../vocabulary/offer-rules.js';
import { SCHEME_RULES } from '../vocabulary/scheme-rules.js';
import type { SetId } from '../vocabulary/sets.js';
import { readCommonWords, readTermSets } from '../vocabulary/terms.js';
import type { CompiledPolicy, CompiledRule, Model } from './compiled.js';
import { hashOfSet } from './features.js';
import { compileLexicon } from './lexicon.js';
import { readModel } from './model.js';
import type { InstancePolicy, PolicyRule, TermSet } from './types.js';

const DEFAULT_WITHIN = 160;
/** The weight of an operator's own terms that refuses; a lower one flags. */
const REFUSES = 10;

const RULES: readonly PolicyRule[] = [...OFFER_RULES, ...SCHEME_RULES, ...NAMING_RULES];

export const NO_ADDITIONS: InstancePolicy = { add: [], exempt: { phrases: [], hosts: [], rules: [] } };

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
        all: [set],
        effect: weight >= REFUSES ? 'refuse' : 'flag',
        reason,
      }),
    ),
  ];
  const sets: TermSet[] = [
    ...readTermSets(),
    ...additions.map(({ set, terms }) => ({ id: set, terms })),
    { id: 'instance.exempt', terms: instance.exempt.phrases },
    ...HOSTS.map(({ set }) => ({ id: set, terms: [] })),
  ];
  const lexicon = compileLexicon(sets, readCommonWords());
  const indexOf = (id: SetId): number => {
    const index = lexicon.setIds.indexOf(id);
    if (index < 0) throw new Error(`The content policy has no set "${id}".`);
    return index;
  };
  const compiled = rules.map(
    (rule): CompiledRule => ({
      rule,
      all: rule.all.map((entry) => {
        const { sets, within } = typeof entry === 'string' ? { sets: [entry] } : entry;
        return { sets: sets.map(indexOf), within: within ?? rule.within ?? DEFAULT_WITHIN };
      }),
      unless: (rule.unless ?? []).map(indexOf),
    }),
  );
  return {
    version: createHash('sha256')
      .update(JSON.stringify([sets, rules, HOSTS.map(({ set, test }) => [set, test.source])]))
      .update(model.table)
      .update(JSON.stringify([model.scale, model.bias]))
      .digest('hex')
      .slice(0, 12),
    lexicon,
    rules: compiled,
    hosts: HOSTS.map(({ set, test }) => ({ set: indexOf(set), test })),
    exemptHosts: instance.exempt.hosts,
    model,
    setHashes: lexicon.setIds.map(hashOfSet),
    innocent: [indexOf('innocent'), indexOf('instance.exempt')],
    injection: indexOf('injection'),
    offers: (['sale', 'trade', 'service'] as const).map(indexOf),
    guard: indexOf('protect'),
    guardBefore: indexOf('protect.before'),
    negation: {
      before: indexOf('negation.before'),
      after: indexOf('negation.after'),
      outright: indexOf('negation.outright'),
    },
    kept: [indexOf('negation.kept'), indexOf('covert')],
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
