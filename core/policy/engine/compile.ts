// Puts vocabulary, rules and the additions of one instance together into what the screen runs on.
import { createHash } from 'node:crypto';
import { ADULT_RULES } from '../vocabulary/adult-rules.js';
import { ADULT_TERMS } from '../vocabulary/adult-terms.js';
import { COMMON_WORDS } from '../vocabulary/common-words.js';
import { CONTEXTS } from '../vocabulary/contexts.js';
import { DRUG_RULES } from '../vocabulary/drug-rules.js';
import { DRUG_TERMS } from '../vocabulary/drug-terms.js';
import { HOSTS } from '../vocabulary/hosts.js';
import { ILLEGAL_CONCEPTS } from '../vocabulary/illegal-concepts.js';
import { ILLEGAL_RULES } from '../vocabulary/illegal-rules.js';
import { ILLEGAL_SCHEME_RULES } from '../vocabulary/illegal-scheme-rules.js';
import { ILLEGAL_SCHEMES } from '../vocabulary/illegal-schemes.js';
import { ILLEGAL_TERMS } from '../vocabulary/illegal-terms.js';
import type { CompiledPolicy, CompiledRule } from './compiled.js';
import { compileLexicon } from './lexicon.js';
import type { InstancePolicy, PolicyRule, TermSet } from './types.js';

const DEFAULT_WITHIN = 160;

const SETS: readonly TermSet[] = [
  ...CONTEXTS,
  ...ADULT_TERMS,
  ...DRUG_TERMS,
  ...ILLEGAL_TERMS,
  ...ILLEGAL_CONCEPTS,
  ...ILLEGAL_SCHEMES,
];
const RULES: readonly PolicyRule[] = [
  ...ADULT_RULES,
  ...DRUG_RULES,
  ...ILLEGAL_RULES,
  ...ILLEGAL_SCHEME_RULES,
];

const NO_ADDITIONS: InstancePolicy = { add: [], exempt: { phrases: [], hosts: [], rules: [] } };

/**
 * Compiles the built-in policy with the additions and exemptions of an instance.
 * The version changes with every change of rules, vocabulary or additions.
 * @throws Error naming a rule that speaks of an unknown set (a mistake in the rules, not in the content).
 */
export function compilePolicy(instance: InstancePolicy = NO_ADDITIONS): CompiledPolicy {
  const additions = instance.add.map((addition, index) => ({ ...addition, set: `instance.${index + 1}` }));
  const sets: TermSet[] = [
    ...SETS,
    ...additions.map(({ set, terms }) => ({ id: set, terms: terms.join('\n') })),
    { id: 'instance.exempt', terms: instance.exempt.phrases.join('\n') },
    ...HOSTS.map(({ set }) => ({ id: set, terms: '' })),
  ];
  const rules: PolicyRule[] = [
    ...RULES.filter((rule) => !instance.exempt.rules.includes(rule.id)),
    ...additions.map(
      ({ set, category, weight, reason }): PolicyRule => ({ id: set, category, all: [set], weight, reason }),
    ),
  ];
  const lexicon = compileLexicon(sets);
  const indexOf = (id: string): number => {
    const index = lexicon.setIds.indexOf(id);
    if (index < 0) throw new Error(`The content policy has no set "${id}".`);
    return index;
  };
  const compiled = rules.map(
    (rule): CompiledRule => ({
      rule,
      all: rule.all.map((entry) => {
        const [either = '', within] = entry.split('#');
        return {
          sets: either.split('|').map(indexOf),
          within: Number(within ?? rule.within ?? DEFAULT_WITHIN),
        };
      }),
      unless: (rule.unless ?? []).map(indexOf),
      near: [indexOf('protect'), ...(rule.near ?? []).map(indexOf)],
    }),
  );
  return {
    version: createHash('sha256')
      .update(JSON.stringify([sets, rules, HOSTS.map(({ set, test }) => [set, test.source])]))
      .digest('hex')
      .slice(0, 12),
    lexicon,
    rules: compiled,
    common: COMMON_WORDS,
    hosts: HOSTS.map(({ set, test }) => ({ set: indexOf(set), test })),
    exemptHosts: instance.exempt.hosts,
    innocent: [indexOf('innocent'), indexOf('instance.exempt')],
    covert: indexOf('covert'),
    injection: indexOf('injection'),
    firm: ['protect', 'health', 'knowledge', 'software'].map(indexOf),
    explaining: ['protect', 'health', 'knowledge', 'goods'].map(indexOf),
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

/** The policy without an instance's additions; compiled when the first text is screened, as most commands screen none. */
export function builtInPolicy(): CompiledPolicy {
  builtIn ??= compilePolicy();
  return builtIn;
}
