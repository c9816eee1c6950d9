import { expect } from 'chai';
import { formatText, linkText, markText } from '../../server/web/view/text.js';

describe('user text', () => {
  it('is escaped entirely', () => {
    expect(linkText(`<script>alert("1")</script> & 'x'`)).to.equal(
      "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; 'x'",
    );
    expect(formatText('<b>a</b>\n\n- <i>b</i>')).to.equal(
      '<p dir="auto">&lt;b&gt;a&lt;/b&gt;</p>\n<ul>\n<li dir="auto">&lt;i&gt;b&lt;/i&gt;</li>\n</ul>\n',
    );
    expect(markText('<img src=x>', ['img'])).to.equal('&lt;<mark>img</mark> src=x&gt;');
  });

  it('has web addresses turned into nofollow links, without the end of the sentence', () => {
    const link = (url: string) => `<a href="${url}" rel="nofollow ugc noopener">${url}</a>`;
    expect(linkText('See https://a.example/b, or (http://c.example).')).to.equal(
      `See ${link('https://a.example/b')}, or (${link('http://c.example')}).`,
    );
    expect(linkText('https://en.example/wiki/Tool_(music)')).to.equal(
      link('https://en.example/wiki/Tool_(music)'),
    );
    expect(linkText('https://a.example/?q="><script>')).to.equal(
      `${link('https://a.example/?q=').replace('?q=</a>', '?q=</a>')}&quot;&gt;&lt;script&gt;`,
    );
    expect(linkText('詳細はhttps://a.example/b を')).to.equal(`詳細は${link('https://a.example/b')} を`);
    expect(linkText('javascript:alert(1) data:text/html,x')).not.to.contain('<a');
  });

  it('keeps paragraphs, line breaks and lists', () => {
    expect(formatText('One\ntwo\r\n\r\nThree:\n- a\n* b')).to.equal(
      '<p dir="auto">One<br>\ntwo</p>\n<p dir="auto">Three:</p>\n<ul>\n<li dir="auto">a</li>\n<li dir="auto">b</li>\n</ul>\n',
    );
    expect(formatText(' \n\n ')).to.equal('');
  });

  it('has the matches of a search marked: prefixes, folded accents, plurals', () => {
    expect(markText('Café culture', ['cafe'])).to.equal('<mark>Café</mark> culture');
    expect(markText('Notebook notes', ['note'])).to.equal('<mark>Notebook</mark> <mark>notes</mark>');
    expect(markText('A reader', ['readers'])).to.equal('A <mark>reader</mark>');
    expect(markText('Cafe\u0301s', ['cafe'])).to.equal('<mark>Cafe\u0301s</mark>');
    expect(markText('Anything', [])).to.equal('Anything');
    expect(markText('Keynote', ['note'])).to.equal('Keynote');
  });
});
