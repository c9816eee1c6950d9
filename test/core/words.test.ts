import { expect } from 'chai';
import { numberedSlug, toSlug } from '../../core/listings/slugs.js';
import {
  fold,
  isSameWord,
  readQuery,
  toNameTypos,
  toSearchVector,
  toTypos,
  toWords,
} from '../../core/listings/words.js';

describe('slugs', () => {
  const MADE: [name: string, slug: string][] = [
    ['Example Notes', 'example-notes'],
    ['  Crème Brûlée! ', 'creme-brulee'],
    ["Let's go", 'lets-go'],
    ['ＦＵＬＬ width №1', 'full-width-no1'],
    ['C++', 'c'],
    ['Ünïcode—dash', 'unicode-dash'],
    ['写真', 'shashin-example-com'],
    ['🎉', 'shashin-example-com'],
    ['a'.repeat(80), 'a'.repeat(60)],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ];
  for (const [name, slug] of MADE) {
    it(`${name} becomes ${slug}`, () => expect(toSlug(name, 'shashin.example.com')).to.equal(slug));
  }

  it('stay within sixty with their number, and never end in two dashes', () => {
    expect(numberedSlug('notes', 1)).to.equal('notes');
    expect(numberedSlug('notes', 2)).to.equal('notes-2');
    expect(numberedSlug('a'.repeat(60), 12)).to.equal(`${'a'.repeat(57)}-12`);
    expect(numberedSlug(`${'a'.repeat(56)}-bcd`, 100)).to.equal(`${'a'.repeat(56)}-100`);
  });
});

describe('words', () => {
  it('are folded: case, accents, compatibility forms, letters without a base', () => {
    expect(fold('ÀÉÎ Straße Łódź Øre ﬁn İstanbul')).to.equal('aei strasse lodz ore fin istanbul');
    expect(toWords('한국어 Ａ１')).to.deep.equal(['한국어', 'a1']);
  });

  it('of scripts without spaces are characters', () => {
    expect(toWords('写真A管理')).to.deep.equal(['写', '真', 'a', '管', '理']);
  });

  it('of a vector carry places and weights, and other spellings', () => {
    expect(
      toSearchVector([
        ['A', 'FreshRSS'],
        ['D', 'node.js apps'],
      ]),
    ).to.equal(
      "'fresh':1A 'rss':1A 'freshrss':1A '~freshrss':1A 'nodejs':12D 'node':12D '~node':12D 'js':13D 'apps':14D '~app':14D",
    );
  });

  it('of a query are all wanted, the last also as a beginning; quotes and minus as on the web', () => {
    expect(readQuery('Big notes').tsquery).to.equal("('big' | '~big') & ('notes':* | '~note')");
    expect(readQuery('"big notes" -small').tsquery).to.equal("('big' <-> 'notes') & !(('small' | '~small'))");
    expect(readQuery('“big notes” -small').tsquery).to.equal(readQuery('"big notes" -small').tsquery);
    expect(readQuery('node.js').tsquery).to.equal("('node' <-> 'js':* | 'nodejs':*)");
    expect(readQuery('self-hosted x').tsquery).to.contain("('self' <-> 'hosted' | 'selfhosted')");
    expect(readQuery(' - "" "').tsquery).to.equal(null);
    expect(readQuery("o'reilly \\ ' & | !").tsquery).to.equal("('o' <-> 'reilly':* | 'oreilly':*)");
  });

  it('in plural and singular are one', () => {
    for (const [a, b] of [
      ['invoice', 'invoices'],
      ['category', 'categories'],
      ['class', 'class'],
      ['note', 'notes'],
    ]) {
      expect(isSameWord(a ?? '', b ?? ''), `${a} ${b}`).to.equal(true);
    }
    for (const [a, b] of [
      ['manager', 'manages'],
      ['as', 'a'],
      ['bus', 'bu'],
      ['pass', 'pas'],
    ]) {
      expect(isSameWord(a ?? '', b ?? ''), `${a} ${b}`).to.equal(false);
    }
  });

  it('one slip apart share a form', () => {
    const meets = (a: string, b: string) => toTypos([a]).some((form) => toTypos([b]).includes(form));
    for (const slip of ['freshrs', 'frreshrss', 'freshrzs', 'frehsrss', 'reshrss']) {
      expect(meets('freshrss', slip), slip).to.equal(true);
    }
    expect(meets('freshrss', 'frshs')).to.equal(false);
    expect(toTypos(['abc'])).to.deep.equal([]);
    expect(toNameTypos('Fresh RSS')).to.include('freshrs');
  });
});
