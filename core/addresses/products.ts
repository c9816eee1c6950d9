// Hosts with many products: which part of an address names one (C5), by the rules of products.txt.
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
/** The front page of a branch, or its README: equal to the repository. */
const BRANCH =
  /^(?:\/-)?\/(?:tree|src)(?:\/branch)?(?:\/[^/]+)?$|^(?:\/-)?\/(?:blob|src)(?:\/branch)?\/[^/]+\/readme[^/]*$/i;

/** An account or repository in lower case, and the path within it. */
function onForge(address: string): { repository: string; rest: string } {
  const [host = '', ...segments] = address.split('/');
  const dash = segments.indexOf('-');
  const branch = segments.findIndex((segment, n) => n >= 2 && /^(?:tree|blob|src)$/i.test(segment));
  // GitLab nests groups.
  const end =
    host.toLowerCase() !== 'gitlab.com' ? 2 : dash >= 0 ? dash : branch >= 0 ? branch : segments.length;
  const repository = [host, ...segments.slice(0, end)]
    .join('/')
    .toLowerCase()
    .replace(/\.git$/, '');
  return {
    repository,
    rest: segments
      .slice(end)
      .map((segment) => `/${segment}`)
      .join(''),
  };
}

/** The repository of an address, as `github.com/owner/name`; null elsewhere. */
export function repositoryAt(address: string): string | null {
  const repository = FORGE.test(address) ? onForge(address).repository : '';
  return repository.split('/').length > 2 ? repository : null;
}

/** The canonical address of a product on a host with many; null for any other page.
 * @param address host and path, without `www.`, port and trailing slash */
export function productAt(address: string, query: URLSearchParams): string | null {
  if (FORGE.test(address)) {
    const { repository, rest } = onForge(address);
    return repository + (BRANCH.test(rest) ? '' : rest);
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
