// Repositories on the large public forges: a listing whose website is one is not the site of its host.
import { own } from '../kernel/own.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { displayHost } from './site.js';

interface Repository {
  /** Without its owner: `listing-directory`. */
  readonly name: string;
  /** With its owner: `example/listing-directory`. */
  readonly path: string;
  /** The address of a file of its default branch, as it is. */
  fileAt(file: string): string;
}

/** For each forge the address of a file, by the path of a repository. */
const FORGES: Readonly<Record<string, (path: string, file: string) => string>> = {
  'github.com': (path, file) => `https://raw.githubusercontent.com/${path}/HEAD/${file}`,
  'gitlab.com': (path, file) => `https://gitlab.com/${path}/-/raw/HEAD/${file}`,
  'codeberg.org': (path, file) => `https://codeberg.org/api/v1/repos/${path}/raw/${file}`,
};

/** The repository of a page, of an account that of its name; null for any other page. */
export function repositoryOf(websiteUrl: string): Repository | null {
  const fileOf = own(FORGES, displayHost(websiteUrl));
  const url = parseUrl(websiteUrl);
  if (!fileOf || url === null || url.port !== '') return null;
  // GitLab has groups in groups; what follows the repository stands behind a dash.
  const isNested = url.hostname.endsWith('gitlab.com');
  const segments = (isNested ? (url.pathname.split('/-/', 1)[0] ?? '') : url.pathname)
    .split('/')
    .filter(Boolean);
  const [owner, ...rest] = isNested ? segments : segments.slice(0, 2);
  if (owner === undefined) return null;
  const names = [owner, ...(rest.length > 0 ? rest : [owner])];
  const path = names.join('/').replace(/\.git$/, '');
  return { name: path.slice(path.lastIndexOf('/') + 1), path, fileAt: (file) => fileOf(path, file) };
}
