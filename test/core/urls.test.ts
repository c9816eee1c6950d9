import { expect } from 'chai';
import { displayHost, readProductUrl } from '../../core/addresses/site.js';
import { DomainError } from '../../core/kernel/errors.js';
import { useConfig } from '../helpers/environment.js';

describe('the canonical form of an address', () => {
  useConfig();

  const SAME: [typed: string, key: string][] = [
    ['https://example.com', 'example.com'],
    ['http://example.com/', 'example.com'],
    ['example.com', 'example.com'],
    ['//example.com', 'example.com'],
    ['HTTPS://WWW.Example.COM:443/#top', 'example.com'],
    ['http://example.com:80', 'example.com'],
    ['https://example.com:80', 'example.com:80'],
    ['example.com:8443/x', 'example.com:8443/x'],
    ['https://example.com./', 'example.com'],
    ['https://example.com/Path/', 'example.com/Path'],
    ['https://example.com/index.html', 'example.com'],
    ['https://example.com/docs/INDEX.php?b=2&a=1', 'example.com/docs?a=1&b=2'],
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
  ];
  for (const [typed, key] of SAME) {
    it(`${typed} is ${key}`, () => {
      expect(readProductUrl(typed).urlKey).to.equal(key);
    });
  }

  it('keeps what was typed, with a scheme', () => {
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
  ]) {
    it(`${bad} is no product page`, () => {
      expect(() => readProductUrl(bad))
        .to.throw(DomainError)
        .with.property('code', 'validation_error');
    });
  }
});

describe('SCREENSHOT_ALLOW_PRIVATE', () => {
  useConfig({ SCREENSHOT_ALLOW_PRIVATE: 'on' });

  it('lets tests and intranets list IP addresses and localhost, and nothing else besides', () => {
    expect(readProductUrl('http://127.0.0.1:8080/x').urlKey).to.equal('127.0.0.1:8080/x');
    expect(readProductUrl('http://localhost:3000').urlKey).to.equal('localhost:3000');
    expect(() => readProductUrl('http://intranet/')).to.throw(DomainError);
    expect(() => readProductUrl('http://me@127.0.0.1')).to.throw(DomainError);
  });
});
