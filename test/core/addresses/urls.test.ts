import { expect } from 'chai';
import { displayHost, readProductUrl } from '../../../core/addresses/site.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { useConfig } from '../../helpers/environment.js';
import { seeded } from '../../helpers/random.js';

describe('the url key of an address', () => {
  useConfig();

  const SAME: [typed: string, key: string][] = [
    ['https://example.com', 'example.com'],
    ['http://example.com/', 'example.com'],
    ['example.com', 'example.com'],
    ['//example.com', 'example.com'],
    ['HTTPS://WWW.Example.COM:443/#top', 'example.com'],
    ['http://example.com:80', 'example.com'],
    ['https://example.com:80', 'example.com'],
    ['http://example.com:443/x', 'example.com/x'],
    ['example.com:8443/x', 'example.com:8443/x'],
    ['https://example.com./', 'example.com'],
    ['https://example.com/Path/', 'example.com/Path'],
    ['https://example.com/index.html', 'example.com'],
    ['https://example.com/docs/INDEX.php?b=2&a=1', 'example.com/docs?a=1&b=2'],
    ['https://example.com/index.html/index.html//', 'example.com'],
    ['https://example.com/docs/index.php/index.jsp', 'example.com/docs'],
    ['https://example.com//docs//index.php//index.jsp//', 'example.com//docs'],
    ['https://example.com/%%36%35', 'example.com/e'],
    ['https://example.com/?=', 'example.com'],
    ['https://example.com/?&=&a=1', 'example.com?a=1'],
    ['https://example.com/%7Eada/%61bout%2f', 'example.com/~ada/about%2F'],
    ['https://example.com/a/%2%65%2%65/b', 'example.com/b'],
    ['https://example.com\\x', 'example.com/x'],
    ['https://www.www.example.com', 'example.com'],
    ['https://example.com/indexing.html', 'example.com/indexing.html'],
    [
      'https://example.com/?utm_source=x&UTM_Medium=y&gclid=1&fbclid=2&msclkid=3&mc_cid=4&mc_eid=5&ref=6',
      'example.com',
    ],
    ['https://example.com/?id=1&ref=hn', 'example.com?id=1'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['https://www.co.uk', 'www.co.uk'],
    ['https://www.com', 'www.com'],
    ['https://www.github.io', 'www.github.io'],
    ['https://www.me.github.io', 'me.github.io'],
    ['https://sub.www.example.com', 'sub.www.example.com'],
    ['https://example.com/docs/index.shtml', 'example.com/docs'],
    ['https://app.example.com/#/one', 'app.example.com#/one'],
    ['https://app.example.com/#!/one/?utm_source=x&b=1', 'app.example.com#/one?b=1'],
    ['https://app.example.com/#/', 'app.example.com'],
    ['http://www.github.com/SomeOwner/RepoOne.git', 'github.com/someowner/repoone'],
    ['https://github.com/SomeOwner/RepoOne?tab=readme-ov-file#readme', 'github.com/someowner/repoone'],
    ['https://github.com/SomeOwner/RepoOne/tree/main/', 'github.com/someowner/repoone'],
    ['https://github.com/SomeOwner/RepoOne/blob/HEAD/README.md?plain=1', 'github.com/someowner/repoone'],
    [
      'https://github.com/SomeOwner/RepoOne/tree/main/Server',
      'github.com/someowner/repoone/tree/main/Server',
    ],
    ['https://gitlab.com/Group/Sub/Repo/-/tree/main', 'gitlab.com/group/sub/repo'],
    ['https://gitlab.com/Group/Repo/-/blob/main/readme.rst', 'gitlab.com/group/repo'],
    ['https://codeberg.org/Ada/Notes/src/branch/main', 'codeberg.org/ada/notes'],
    ['https://bitbucket.org/Ada/Notes/src/master/README.md', 'bitbucket.org/ada/notes'],
    [
      'https://play.google.com/store/apps/details?id=org.Tidy&hl=en&gl=US',
      'play.google.com/store/apps/details?id=org.Tidy',
    ],
    ['https://apps.apple.com/de/app/tidy/id123456789?mt=8', 'apps.apple.com/app/id123456789'],
    ['https://itunes.apple.com/app/id123456789', 'apps.apple.com/app/id123456789'],
    [
      'https://chrome.google.com/webstore/detail/tidy/abcdefghijklmnopabcdefghijklmnop?hl=de',
      'chromewebstore.google.com/detail/abcdefghijklmnopabcdefghijklmnop',
    ],
    ['https://addons.mozilla.org/en-US/firefox/addon/Tidy/', 'addons.mozilla.org/firefox/addon/tidy'],
    [
      'https://marketplace.visualstudio.com/items?itemName=Acme.One&ssr=false#overview',
      'marketplace.visualstudio.com/items?itemName=acme.one',
    ],
    [
      'https://apps.microsoft.com/detail/9NBLGGH4NNS1?hl=de-DE&gl=DE',
      'apps.microsoft.com/detail/9nblggh4nns1',
    ],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?t=4&v=dQw4w9WgXcQ', 'youtube.com/watch?v=dQw4w9WgXcQ'],
    [
      'https://wiki.example.com/w/index.php?title=Tidy&action=edit',
      'wiki.example.com/w/index.php?title=Tidy',
    ],
    [
      'https://acme.notion.site/Tidy-0123456789abcdef0123456789abcdef?pvs=4',
      'acme.notion.site/0123456789abcdef0123456789abcdef',
    ],
    ['https://www.producthunt.com/posts/tidy?utm_source=x&comment=1', 'producthunt.com/posts/tidy'],
    ['https://www.npmjs.com/package/@acme/tidy/v/1.2.3?activeTab=code', 'npmjs.com/package/@acme/tidy'],
    ['https://pypi.org/project/Tidy/1.0.0/', 'pypi.org/project/tidy'],
    ['https://store.steampowered.com/app/620/Portal_2/?l=german', 'store.steampowered.com/app/620'],
    ['https://de.wordpress.org/plugins/tidy/', 'wordpress.org/plugins/tidy'],
    [
      'https://steamcommunity.com/sharedfiles/filedetails/?id=42&searchtext=x',
      'steamcommunity.com/sharedfiles/filedetails?id=42',
    ],
    ['https://forum.example.com/viewtopic.php?f=3&t=42', 'forum.example.com/viewtopic.php?t=42'],
    ['https://www.amazon.co.uk/Tidy-App/dp/B00ABCDEF1/ref=sr_1_1?keywords=x', 'amazon.co.uk/dp/b00abcdef1'],
    ['https://hub.docker.com/r/Acme/tidy/tags', 'hub.docker.com/r/acme/tidy'],
    ['https://marketplace.atlassian.com/apps/123/tidy?hosting=cloud', 'marketplace.atlassian.com/apps/123'],
    ['https://www.microsoft.com/de-de/p/tidy/9NBLGGH4NNS1', 'apps.microsoft.com/detail/9nblggh4nns1'],
    ['https://f-droid.org/de/packages/org.Tidy/', 'f-droid.org/packages/org.Tidy'],
  ];
  for (const [typed, key] of SAME) {
    it(`of ${typed} is ${key}`, () => {
      expect(readProductUrl(typed).urlKey).to.equal(key);
      expect(readProductUrl(key).urlKey, 'the key of the key').to.equal(key);
    });
  }

  it('is a fixed point: the key of every key is itself', () => {
    const random = seeded(16);
    const below = (n: number) => Math.floor(random() * n);
    const pick = (list: string[]) => list[below(list.length)] ?? '';
    const pieces = [
      ...'www. example.com bücher.example co.uk . :80 :443 :8080 / // \\ index.html INDEX.php'.split(' '),
      ...'index.shtml title=x #/a #!/b/?ref=1 %2e %2 %65 %7e %41 %20 %c3%a9 é .. ? = & utm_source=x ref a=1 b + # @ %'.split(
        ' ',
      ),
      ' ',
    ];
    let read = 0;
    for (let round = 0; round < 4_000; round++) {
      const rest = Array.from({ length: 1 + below(9) }, () => pick(pieces)).join('');
      const typed = `${pick(['', 'http://', 'https://'])}${pick(['', 'www.'])}example.com${rest}`;
      let site: ReturnType<typeof readProductUrl>;
      try {
        site = readProductUrl(typed.trim());
      } catch {
        continue;
      }
      read += 1;
      expect(readProductUrl(site.urlKey).urlKey, typed).to.equal(site.urlKey);
      expect(readProductUrl(site.websiteUrl).urlKey, typed).to.equal(site.urlKey);
      expect(readProductUrl(`http://${site.urlKey}`).urlKey, typed).to.equal(site.urlKey);
    }
    expect(read).to.be.above(1_000);
  });

  it('never stands for an address that another parser sends to another host', () => {
    for (const typed of [
      'https://example.com\\@example.org/',
      'https:\\\\example.com\\@example.org',
      'http:////example.com',
    ]) {
      const { websiteUrl, host } = readProductUrl(typed);
      expect(host).to.equal('example.com');
      expect(websiteUrl).to.match(/^https?:\/\/example\.com\/[^\\]*$/);
    }
  });

  it('leaves the address itself as typed, with a scheme', () => {
    expect(readProductUrl('WWW.example.com/A?ref=x').websiteUrl).to.equal('https://WWW.example.com/A?ref=x');
    expect(displayHost('https://www.example.com/a')).to.equal('example.com');
  });

  for (const bad of [
    'http://127.1',
    'http://0x7f.1',
    'http://017700000001',
    'http://[::ffff:10.0.0.1]',
    'https://foo.localhost',
    'https://x.onion',
    'https://host.internal.',
    'https://1.0.0.127.in-addr.arpa',
    'https://a..b.example',
    'https://.example',
    'https://user@example.com',
    'ftp://example.com',
    'data:text/html,x',
    'https://exa mple.com',
    'not a url',
    '?',
    `https://example.com/${'%3'.repeat(40)}5`,
    `https://example.com/${'x'.repeat(2_000)}`,
  ]) {
    it(`is refused for ${bad}`, () => {
      expect(() => readProductUrl(bad))
        .to.throw(DomainError)
        .with.property('code', 'validation_error');
    });
  }
});

describe('SCREENSHOT_ALLOW_PRIVATE', () => {
  useConfig({ SCREENSHOT_ALLOW_PRIVATE: 'on' });

  it('lets tests and intranets list IP addresses and localhost, and nothing else', () => {
    expect(readProductUrl('http://127.0.0.1:8080/x').urlKey).to.equal('127.0.0.1:8080/x');
    expect(readProductUrl('http://localhost:3000').urlKey).to.equal('localhost:3000');
    expect(() => readProductUrl('http://intranet/')).to.throw(DomainError);
    expect(() => readProductUrl('http://me@127.0.0.1')).to.throw(DomainError);
  });
});
