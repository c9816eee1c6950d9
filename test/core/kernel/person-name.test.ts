import { expect } from 'chai';
import { hasWebAddress, toUnlinkedText } from '../../../core/kernel/text/readable.js';

describe('a person’s name', () => {
  it('cannot contain a web or mail address, in any spelling', () => {
    for (const name of [
      'https://evil.example',
      'Win at evil.com today',
      'www.evil',
      'evil.com/x',
      '(evil.co.uk)',
      'ada@evil.com',
      'evil\uff0ecom',
      'evil\u3002com',
      'evil.\u200bcom',
      'Dr.evil.com',
      'xn--e1afmkfd.xn--p1ai',
      'пример.рф',
    ]) {
      expect(hasWebAddress(name), name).to.equal(true);
    }
  });

  it('may contain dots, titles and symbols', () => {
    for (const name of [
      'Ada Lovelace',
      'J.R.R. Tolkien',
      'Martin Luther King Jr.',
      'Dr.med. Anna Schmidt',
      'Prof.Dr.Weiß',
      'St.John',
      'A. Turing',
      "Conan O'Brien",
      'Ann-Marie',
      '王小明',
      'R2.D2',
    ]) {
      expect(hasWebAddress(name), name).to.equal(false);
    }
  });

  it('is shown in mails without anything to link', () => {
    expect(toUnlinkedText('evil.com and https://a.b/c, J. R.')).to.equal(
      'evil.\u200bcom and https:\u200b/\u200b/\u200ba.\u200bb/\u200bc, J. R.',
    );
  });
});
