// Hosts with many products: which part of an address names one (C5). Used by listings' keys and takedowns.

interface Rule {
  /** Host and path, without `www.` and a trailing slash. */
  readonly address: RegExp;
  readonly product: string;
  readonly parameter: string | null;
  readonly isCaseless: boolean;
}

/** One rule per line: host and path; product; the parameter that names it, if any; `#` begins a comment. In
 * the pattern a dot is a dot, `~` a page's language or country, `/*` an optional segment, `/…` anything
 * below. Products are compared in lower case, unless the line begins with `=`. */
const TABLE = String.raw`
# Apps and extensions.
=(?:play|market).(?:google|android).com(?:/store/apps)?/details play.google.com/store/apps/details id
=play.google.com/store/((?:apps|books|movies)/[a-z]+) play.google.com/store/$1 id
(?:apps|itunes).apple.com~/app/*/(id\d+) apps.apple.com/app/$1
chrome(?:webstore)?.google.com(?:/webstore)?/detail/*/([a-p]{32})/* chromewebstore.google.com/detail/$1
microsoftedge.microsoft.com/addons/detail/*/([a-p]{32}) microsoftedge.microsoft.com/addons/detail/$1
addons.(mozilla.org|thunderbird.net)~/(firefox|android|thunderbird)/addon/([^/]+) addons.$1/$2/addon/$3
addons.opera.com~/extensions/details/([^/]+) addons.opera.com/extensions/details/$1
apps.microsoft.com~(?:/store)?/detail/*/([a-z0-9]{12}) apps.microsoft.com/detail/$1
microsoft.com~(?:/p/*|/store/(?:apps|productid)/*)/([a-z0-9]{12}) apps.microsoft.com/detail/$1
(appsource|azuremarketplace|marketplace).microsoft.com~/(?:marketplace/apps|product(?:/[^/]+)?)/([^/]+) $1.microsoft.com/product/$2
marketplace.visualstudio.com/items marketplace.visualstudio.com/items itemName
open-vsx.org/extension/([^/]+/[^/]+)/… open-vsx.org/extension/$1
plugins.jetbrains.com/plugin/(\d+)(?:-[^/]*)?/… plugins.jetbrains.com/plugin/$1
(?:workspace|gsuite).google.com/marketplace/app/*/(\d+) workspace.google.com/marketplace/app/$1
slack.com~/(?:apps|marketplace)/([a-z0-9]{9,})(?:-[^/]*)? slack.com/marketplace/$1
marketplace.atlassian.com/apps/(\d+)/… marketplace.atlassian.com/apps/$1
figma.com/community/(plugin|widget|file)/(\d+)/* figma.com/community/$1/$2
apps.shopify.com~/([^/]+) apps.shopify.com/$1
(?:[a-z]{2,3}.)?wordpress.org/(plugins|themes)/([^/]+) wordpress.org/$1/$2
chat(?:gpt|.openai).com/g/(g-[a-z0-9]+)(?:-[^/]*)? chatgpt.com/g/$1
(?:canary.)?discord(?:app)?.com(?:/api)?/oauth2/authorize discord.com/oauth2/authorize client_id
=appexchange.salesforce.com/appxlistingdetail appexchange.salesforce.com/appxListingDetail listingId
=f-droid.org~/packages/([^/]+) f-droid.org/packages/$1
=flathub.org~/apps/(?:details/)?([^/]+) flathub.org/apps/$1
snapcraft.io/([^/]+) snapcraft.io/$1
galaxystore.samsung.com/(?:detail|geardetail)/([^/]+) galaxystore.samsung.com/detail/$1
# Games and goods.
store.steampowered.com/(app|bundle|sub)/(\d+)/* store.steampowered.com/$1/$2
=steamcommunity.com/(sharedfiles|workshop)/filedetails steamcommunity.com/sharedfiles/filedetails id
(store.epicgames.com)~/p/([^/]+) $1/p/$2
gog.com~/game/([^/]+) gog.com/game/$1
(amazon.[a-z]{2,3}(?:.[a-z]{2})?)/*/(?:dp|gp/product)/([a-z0-9]{10})/… $1/dp/$2
# Packages: their versions are no products.
npmjs.com/package/((?:@[^/]+/)?[^/]+)(?:/v/[^/]+)? npmjs.com/package/$1
pypi.org/project/([^/]+)/* pypi.org/project/$1
(crates.io/crates|nuget.org/packages)/([^/]+)/* $1/$2
rubygems.org/gems/([^/]+)(?:/versions/[^/]+)? rubygems.org/gems/$1
packagist.org/packages/([^/]+/[^/]+) packagist.org/packages/$1
hub.docker.com/(r/[^/]+|_)/([^/]+)(?:/tags)? hub.docker.com/$1/$2
=huggingface.co/((?:(?:spaces|datasets)/)?[^/]+/[^/]+)(?:/tree/[^/]+)? huggingface.co/$1
# Pages, documents and films.
producthunt.com/(posts|products)/([^/]+) producthunt.com/$1/$2
([^/]+.notion.site|notion.(?:so|com))/*/(?:[^/]*-)?([0-9a-f]{32}) $1/$2
=docs.google.com/([a-z]+)(?:/u/\d+)?/d/((?:e/)?[\w-]+)/… docs.google.com/$1/d/$2
=drive.google.com/(?:open|uc) drive.google.com/open id
=(?:[a-z]+.)?youtube.com/watch youtube.com/watch v
=(?:[a-z]+.)?youtube.com/playlist youtube.com/playlist list
=(?:youtu.be|(?:[a-z]+.)?youtube.com/(?:shorts|embed|live))/([\w-]+) youtube.com/watch?v=$1
=vimeo.com/(\d+) vimeo.com/$1
(?:t|telegram).me/([^/]+) t.me/$1
=news.ycombinator.com/item news.ycombinator.com/item id
=(?:[a-z-]+.)?facebook.com/profile.php facebook.com/profile.php id
# At any host: MediaWiki, forums.
=([^/]+(?:/[^/]+)*/index.php) $1 title
=([^/]+(?:/[^/]+)*/(?:viewtopic|showthread).php) $1 t
`;

const RULES: readonly Rule[] = TABLE.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
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
