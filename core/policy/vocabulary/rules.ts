// The rules of the policy: rules.txt explains its notation.
import { readLines } from '../../kernel/package.js';
import { POLICY_CATEGORIES, type PolicyRule } from '../engine/types.js';
import { list } from './sets.js';

const EFFECTS: readonly PolicyRule['effect'][] = ['refuse', 'flag', 'name'];

/** @throws Error for a line that is no rule */
export function parseRules(lines: readonly string[]): PolicyRule[] {
  const abbreviated = new Map<string, string>();
  const setsIn = (text: string) => list(text.replace(/@\w+/, (name) => abbreviated.get(name) ?? name));
  // An indented line continues the one above.
  const whole = lines.join('\n').replace(/\n\s+/g, ' ').split('\n');
  return whole.flatMap((line) => {
    const [, name, meaning = ''] = /^(@\w+) = (.+)$/.exec(line) ?? [];
    if (name) {
      abbreviated.set(name, meaning);
      return [];
    }
    const [head = '', reason, evidence, unless = ''] = line.split(' | ');
    const [id = '', typed = 'refuse'] = list(head).reverse();
    const category = POLICY_CATEGORIES.find((one) => id.startsWith(`${one}.`));
    const effect = EFFECTS.find((one) => one === typed);
    if (!category || !effect || !reason || !evidence) throw new Error(`rules.txt has no rule in "${line}"`);
    const all = evidence.split(',').map((part) => {
      const [first = '', ...more] = setsIn(part);
      const within = Number(first);
      // A rule without a distance allows at most 160 characters.
      return within > 0 ? { within, sets: more } : { within: 160, sets: [first, ...more] };
    });
    return [{ id, category, effect, all, unless: setsIn(unless), reason }];
  });
}

export const RULES: readonly PolicyRule[] = parseRules(readLines('core/policy/vocabulary/rules.txt'));

/** Rules that decide nothing: they supply the words that a refusal or flag quotes. */
export const NAMING_RULES = RULES.filter(({ effect }) => effect === 'name');
