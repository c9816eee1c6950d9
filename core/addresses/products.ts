// Hosts that have many products: which part of an address names one of them (C5). One table, for the keys of listings and
// for takedowns.

interface Rule {
  /** A host and path, without `www.` and a slash at the end. */
  readonly address: RegExp;
  readonly product: string;
  /** The parameter that names the product. */
  readonly parameter: string | null;
  readonly isCaseless: boolean;
}

/** `~` stands for the language or country of a page, `*` for a segment that may be left out. */
function rule(address: string, product: string, parameter: string | null = null, isCaseless = true): Rule {
  const pattern = address
    .replaceAll('~', '(?:/[a-z]{2}(?:[-_][a-z]{2,4})?)?')
    .replaceAll('/*', '(?:/[^/]+)?')
    .replaceAll('/…', '(?:/.*)?');
  return { address: new RegExp(`^${pattern}$`, 'i'), product, parameter, isCaseless };
}

const exact = (address: string, product: string, parameter?: string) =>
  rule(address, product, parameter, false);

const RULES: readonly Rule[] = [
  // Apps and extensions.
  exact(
    '(?:play|market)\\.(?:google|android)\\.com(?:/store/apps)?/details',
    'play.google.com/store/apps/details',
    'id',
  ),
  rule('(?:apps|itunes)\\.apple\\.com~/app/*/(id\\d+)', 'apps.apple.com/app/$1'),
  rule(
    'chrome(?:webstore)?\\.google\\.com(?:/webstore)?/detail/*/([a-p]{32})/*',
    'chromewebstore.google.com/detail/$1',
  ),
  rule(
    'microsoftedge\\.microsoft\\.com/addons/detail/*/([a-p]{32})',
    'microsoftedge.microsoft.com/addons/detail/$1',
  ),
  rule(
    'addons\\.(mozilla\\.org|thunderbird\\.net)~/(firefox|android|thunderbird)/addon/([^/]+)',
    'addons.$1/$2/addon/$3',
  ),
  rule('addons\\.opera\\.com~/extensions/details/([^/]+)', 'addons.opera.com/extensions/details/$1'),
  rule('apps\\.microsoft\\.com~(?:/store)?/detail/*/([a-z0-9]{12})', 'apps.microsoft.com/detail/$1'),
  rule('microsoft\\.com~(?:/p/*|/store/(?:apps|productid)/*)/([a-z0-9]{12})', 'apps.microsoft.com/detail/$1'),
  rule(
    '(appsource|azuremarketplace|marketplace)\\.microsoft\\.com~/(?:marketplace/apps|product(?:/[^/]+)?)/([^/]+)',
    '$1.microsoft.com/product/$2',
  ),
  rule('marketplace\\.visualstudio\\.com/items', 'marketplace.visualstudio.com/items', 'itemName'),
  rule('open-vsx\\.org/extension/([^/]+/[^/]+)/…', 'open-vsx.org/extension/$1'),
  rule('plugins\\.jetbrains\\.com/plugin/(\\d+)(?:-[^/]*)?/…', 'plugins.jetbrains.com/plugin/$1'),
  rule(
    '(?:workspace|gsuite)\\.google\\.com/marketplace/app/*/(\\d+)',
    'workspace.google.com/marketplace/app/$1',
  ),
  rule('slack\\.com~/(?:apps|marketplace)/([a-z0-9]{9,})(?:-[^/]*)?', 'slack.com/marketplace/$1'),
  rule('marketplace\\.atlassian\\.com/apps/(\\d+)/…', 'marketplace.atlassian.com/apps/$1'),
  rule('figma\\.com/community/(plugin|widget|file)/(\\d+)/*', 'figma.com/community/$1/$2'),
  rule('apps\\.shopify\\.com~/([^/]+)', 'apps.shopify.com/$1'),
  rule('(?:[a-z]{2,3}\\.)?wordpress\\.org/(plugins|themes)/([^/]+)', 'wordpress.org/$1/$2'),
  rule('chat(?:gpt|\\.openai)\\.com/g/(g-[a-z0-9]+)(?:-[^/]*)?', 'chatgpt.com/g/$1'),
  rule(
    '(?:canary\\.)?discord(?:app)?\\.com(?:/api)?/oauth2/authorize',
    'discord.com/oauth2/authorize',
    'client_id',
  ),
  exact('f-droid\\.org~/packages/([^/]+)', 'f-droid.org/packages/$1'),
  exact('flathub\\.org~/apps/(?:details/)?([^/]+)', 'flathub.org/apps/$1'),
  rule('snapcraft\\.io/([^/]+)', 'snapcraft.io/$1'),
  rule('galaxystore\\.samsung\\.com/(?:detail|geardetail)/([^/]+)', 'galaxystore.samsung.com/detail/$1'),
  // Games and goods.
  rule('store\\.steampowered\\.com/(app|bundle|sub)/(\\d+)/*', 'store.steampowered.com/$1/$2'),
  rule('(store\\.epicgames\\.com)~/p/([^/]+)', '$1/p/$2'),
  rule('gog\\.com~/game/([^/]+)', 'gog.com/game/$1'),
  rule('(amazon\\.[a-z]{2,3}(?:\\.[a-z]{2})?)/*/(?:dp|gp/product)/([a-z0-9]{10})/…', '$1/dp/$2'),
  // Packages: their versions are no products.
  rule('npmjs\\.com/package/((?:@[^/]+/)?[^/]+)(?:/v/[^/]+)?', 'npmjs.com/package/$1'),
  rule('pypi\\.org/project/([^/]+)/*', 'pypi.org/project/$1'),
  rule('(crates\\.io/crates|nuget\\.org/packages)/([^/]+)/*', '$1/$2'),
  rule('rubygems\\.org/gems/([^/]+)(?:/versions/[^/]+)?', 'rubygems.org/gems/$1'),
  rule('packagist\\.org/packages/([^/]+/[^/]+)', 'packagist.org/packages/$1'),
  rule('hub\\.docker\\.com/(r/[^/]+|_)/([^/]+)(?:/tags)?', 'hub.docker.com/$1/$2'),
  exact('huggingface\\.co/((?:(?:spaces|datasets)/)?[^/]+/[^/]+)(?:/tree/[^/]+)?', 'huggingface.co/$1'),
  // Pages, documents and films.
  rule('producthunt\\.com/(posts|products)/([^/]+)', 'producthunt.com/$1/$2'),
  rule('([^/]+\\.notion\\.site|notion\\.(?:so|com))/*/(?:[^/]*-)?([0-9a-f]{32})', '$1/$2'),
  exact('docs\\.google\\.com/([a-z]+)(?:/u/\\d+)?/d/((?:e/)?[\\w-]+)/…', 'docs.google.com/$1/d/$2'),
  exact('(?:[a-z]+\\.)?youtube\\.com/watch', 'youtube.com/watch', 'v'),
  exact('(?:[a-z]+\\.)?youtube\\.com/playlist', 'youtube.com/playlist', 'list'),
  exact(
    '(?:youtu\\.be|(?:[a-z]+\\.)?youtube\\.com/(?:shorts|embed|live))/([\\w-]+)',
    'youtube.com/watch?v=$1',
  ),
  exact('vimeo\\.com/(\\d+)', 'vimeo.com/$1'),
  rule('(?:t|telegram)\\.me/([^/]+)', 't.me/$1'),
  exact('news\\.ycombinator\\.com/item', 'news.ycombinator.com/item', 'id'),
  exact('(?:[a-z-]+\\.)?facebook\\.com/profile\\.php', 'facebook.com/profile.php', 'id'),
  // MediaWiki, at any host.
  exact('([^/]+(?:/[^/]+)*/index\\.php)', '$1', 'title'),
];

const FORGE = /^(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\//i;
/** The front page of a branch: the repository, as its own front page is. */
const BRANCH =
  /^(?:\/-)?\/(?:tree|src)(?:\/branch)?(?:\/[^/]+)?$|^(?:\/-)?\/(?:blob|src)(?:\/branch)?\/[^/]+\/readme[^/]*$/i;

/** An account or repository in lower case, and the path within it. */
function onForge(address: string): { repository: string; rest: string } {
  const [host = '', ...segments] = address.split('/');
  const dash = segments.indexOf('-');
  const branch = segments.findIndex((segment, n) => n >= 2 && /^(?:tree|blob|src)$/i.test(segment));
  // GitLab has groups in groups.
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

/** The repository that an address is in, as `github.com/owner/name`; null elsewhere. */
export function repositoryAt(address: string): string | null {
  const repository = FORGE.test(address) ? onForge(address).repository : '';
  return repository.split('/').length > 2 ? repository : null;
}

/**
 * The canonical address of a product on a host that has many of them; null for any other page.
 * @param address host and path, without `www.`, port and a slash at the end
 */
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
