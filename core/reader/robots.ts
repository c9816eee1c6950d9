// robots.txt according to RFC 9309: the group of our name, else the default group; the longest matching rule applies,
// and of two equally long ones the one that allows.

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

/** Characters that are parsed, as RFC 9309 allows (500 KiB). */
const MAX_LENGTH = 500 * 1024;

/** Whether robots.txt allows `token`, in lower case, to request a path with its query. */
export function isAllowedByRobots(robots: string, token: string, path: string): boolean {
  let best: Rule | null = null;
  for (const rule of rulesFor(robots.slice(0, MAX_LENGTH), token)) {
    if (!matches(rule.pattern, path)) continue;
    const isLonger = best === null || rule.pattern.length > best.pattern.length;
    if (isLonger || (rule.isAllowed && rule.pattern.length === best?.pattern.length)) best = rule;
  }
  return best?.isAllowed ?? true;
}

/** The rules of the groups of a name, else of the default groups. */
function rulesFor(robots: string, token: string): Rule[] {
  const groups = new Map<string, Rule[]>();
  // Consecutive names share a group. Only names that concern us are kept.
  let names = new Set<string>();
  let isNaming = false;
  for (const line of robots.split(/[\r\n]/)) {
    const [field = ''] = line.split('#', 1);
    const colon = field.indexOf(':');
    const name = field.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = field.slice(colon + 1).trim();
    if (name === 'user-agent') {
      if (!isNaming) names = new Set();
      isNaming = true;
      const agent = value.toLowerCase();
      if (agent === token || agent === '*') names.add(agent);
      for (const agent of names) if (!groups.has(agent)) groups.set(agent, []);
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false;
      if (value !== '')
        for (const agent of names) groups.get(agent)?.push({ isAllowed: name === 'allow', pattern: value });
    }
  }
  return groups.get(token) ?? groups.get('*') ?? [];
}

/** `*` matches anything, `$` the end. A regular expression could take exponential time. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole || at === path.length) return true;
  const last = rest.at(-1);
  return last !== undefined && path.endsWith(last) && path.length - last.length >= at - last.length;
}
