// On hosts with many products, finds the part of an address that names the product (C5), by products.txt.
import { readLines } from '../kernel/package.js';

interface Rule {
  /** Host and path, without `www.` and a trailing slash. */
  readonly address: RegExp;
  readonly product: string;
  readonly parameter: string | null;
  readonly isCaseless: boolean;
}

const RULES: readonly Rule[] = readLines('core/addresses/products.txt').map((line) => {
  const isCaseless = !line.startsWith('=');
  const [pattern = '', product = '', parameter = null] = line.replace(/^=/, '').split(' ');
  const address = pattern
    .replaceAll('.', '\\.')
    .replaceAll('~', '(?:/[a-z]{2}(?:[-_][a-z]{2,4})?)?')
    .replaceAll('/*', '(?:/[^/]+)?')
    .replaceAll('/…', '(?:/.*)?');
  return { address: new RegExp(`^${address}$`, 'i'), product, parameter, isCaseless };
});

const FORGE = /^(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\//i;
/** The front page or README of a branch: counts as the repository. */
const BRANCH =
  /^(?:\/-)?\/(?:tree|src)(?:\/branch)?(?:\/[^/]+)?$|^(?:\/-)?\/(?:blob|src)(?:\/branch)?\/[^/]+\/readme[^/]*$/i;

/** The path of an account or repository, and the path within it. */
export function onForge(address: string) {
  const [host = '', ...segments] = address.split('/');
  const dash = segments.indexOf('-');
  const branch = segments.findIndex((segment, n) => n >= 2 && /^(?:tree|blob|src)$/i.test(segment));
  // GitLab nests groups: there the path ends before `-`, `tree`, `blob` or `src`, elsewhere after two segments.
  const end =
    host.toLowerCase() !== 'gitlab.com' ? 2 : dash >= 0 ? dash : branch >= 0 ? branch : segments.length;
  const path = segments
    .slice(0, end)
    .join('/')
    .replace(/\.git$/i, '');
  const rest = segments.slice(end).map((segment) => `/${segment}`);
  return { key: `${host}/${path}`.toLowerCase(), path, rest: rest.join('') };
}

/** The repository of an address, as `github.com/owner/name`; null elsewhere. */
export function repositoryAt(address: string): string | null {
  const key = FORGE.test(address) ? onForge(address).key : '';
  return key.split('/').length > 2 ? key : null;
}

/** The canonical address of a product on a host with many products; null for any other page.
 * @param address host and path, without `www.`, port and trailing slash */
export function productAt(address: string, query: URLSearchParams): string | null {
  if (FORGE.test(address)) {
    const { key, rest } = onForge(address);
    return key + (BRANCH.test(rest) ? '' : rest);
  }
  for (const { address: pattern, product, parameter, isCaseless } of RULES) {
    const value = parameter === null ? null : query.get(parameter);
    if (!pattern.test(address) || (parameter !== null && !value)) continue;
    const inCase = (text: string) => (isCaseless ? text.toLowerCase() : text);
    const path = inCase(address.replace(pattern, product));
    return parameter && value ? `${path}?${new URLSearchParams([[parameter, inCase(value)]])}` : path;
  }
  return null;
}
