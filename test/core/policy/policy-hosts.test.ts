import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { quoteTyped } from '../../../core/listings/screen.js';
import { countHosts, listedHost, parseHosts, storeHosts } from '../../../core/policy/hosts.js';

describe('the list of hosts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-hosts-'));
  after(() => rmSync(folder, { recursive: true }));

  it('parses hosts files and plain lists of hosts', () => {
    const text =
      '# list\n127.0.0.1 localhost\n::1 ip6-localhost\n0.0.0.0 Bad.Example.com www.worse.example # both\nplain.example\nmünchen.example\nnot a host!\n';
    expect(parseHosts(text)).to.deep.equal({
      hosts: ['bad.example.com', 'worse.example', 'plain.example', 'xn--mnchen-3ya.example'],
      skipped: 3,
    });
  });

  it('matches a host and its subdomains among thousands, and forgets the previous list', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `host-${index}.example`);
    storeHosts(folder, many);
    expect(countHosts(folder)).to.equal(5000);
    for (const index of [0, 1, 2499, 4999])
      expect(listedHost(folder, `https://shop.host-${index}.example/x`)).to.equal(`host-${index}.example`);
    expect(listedHost(folder, 'https://host-5000.example')).to.equal(null);
    expect(listedHost(folder, 'https://myhost-1.example')).to.equal(null);
    storeHosts(folder, []);
    expect(listedHost(folder, 'https://host-1.example')).to.equal(null);
  });
});

describe('a quote of the typed text', () => {
  it('is the part that became the stored words', () => {
    expect(quoteTyped('  Buy cocaine ', 'Buy cocaine', 'cocaine')).to.equal('cocaine');
    const typed = ' cafe\u0301 and cocai\u0301ne now';
    expect(quoteTyped(typed, typed.normalize('NFC').trim(), 'cocaíne')).to.equal('cocai\u0301ne');
    expect(quoteTyped('ㅡ\u1100\u1161 porn', 'ㅡ가 porn', '가 porn')).to.equal('\u1100\u1161 porn');
    expect(quoteTyped('pórn.example'.normalize('NFD'), 'https://pórn.example', 'pórn')).to.equal(
      'pórn'.normalize('NFD'),
    );
  });

  it('costs time linear in the text', () => {
    const typed = `${'e\u0301'.repeat(30_000)}x`;
    const stored = typed.normalize('NFC');
    expect(quoteTyped(typed, stored, 'éx')).to.equal('e\u0301x');
  });
});
