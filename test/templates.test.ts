// Templates and style sheets are written for people to read: indented, in short lines, in short files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../core/kernel/package.js';
import { withoutIndentation } from '../server/web/view/page.js';

const MAX_LINE = 140;
const MAX_TEMPLATE = 160;
const MAX_STYLE = 250;

function read(extension: string): { path: string; lines: string[] }[] {
  return readdirSync(join(PACKAGE_ROOT, 'views'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join('views', name))
    .map((path) => ({ path, lines: readFileSync(join(PACKAGE_ROOT, path), 'utf8').trimEnd().split('\n') }));
}

const templates = read('.eta');
const indentOf = (line: string) => line.length - line.trimStart().length;

/**
 * Numbers of the lines whose first tag closes what no line of the same indentation opened, or whose indentation jumps.
 */
function misindented(lines: readonly string[]): number[] {
  const wrong: number[] = [];
  /** The open lines above this one, each deeper than the previous. */
  let open: string[] = [];
  let isInCode = false;
  lines.forEach((line, index) => {
    if (isInCode) {
      isInCode = !line.includes('%>');
      return;
    }
    const indent = indentOf(line);
    const parent = open.filter((above) => indentOf(above) < indent).at(-1);
    const opener = open.find((above) => indentOf(above) === indent)?.trim() ?? '';
    const tag = /^<\/([\w-]+)/.exec(line.trim())?.[1];
    const isClosing = tag !== undefined ? !opener.startsWith(`<${tag}`) : false;
    const isClosingCode = /^<% \}/.test(line.trim()) && !/^<% .*\{/.test(opener);
    const expected = parent === undefined ? 0 : indentOf(parent) + 2;
    if (indent !== expected || isClosing || isClosingCode || /\t|\s$/.test(line)) wrong.push(index + 1);
    open = [...open.filter((above) => indentOf(above) < indent), line];
    isInCode = line.lastIndexOf('<%') > line.lastIndexOf('%>');
  });
  return wrong;
}

describe('templates and style sheets', () => {
  it('are checked for indentation by a check that finds a mistake', () => {
    expect(misindented(['<ul>', '<li>One</li>', '</ul>'])).to.deep.equal([3]);
    expect(misindented(['<% if (it.x) { %>', '<p>One</p>', '<% } %>'])).to.deep.equal([3]);
    expect(misindented(['<ul>', '    <li>One</li>', '</ul>'])).to.deep.equal([2]);
    expect(misindented(['<ul>', '  <li>One</li>', '</ul>'])).to.deep.equal([]);
  });

  it('are indented', () => {
    const wrong = templates.flatMap(({ path, lines }) => misindented(lines).map((line) => `${path}:${line}`));
    expect(wrong).to.deep.equal([]);
  });

  it(`have no line over ${MAX_LINE} characters and no file over ${MAX_TEMPLATE} lines`, () => {
    const wide = templates.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (line.length > MAX_LINE ? [`${path}:${index + 1}`] : [])),
    );
    expect(wide).to.deep.equal([]);
    expect(
      templates.filter(({ lines }) => lines.length > MAX_TEMPLATE).map(({ path }) => path),
    ).to.deep.equal([]);
  });

  it(`include no style sheet of more than ${MAX_STYLE} lines of rules`, () => {
    const long = read('.css')
      .map(({ path, lines }) => ({ path, lines: lines.filter((line) => line.trim() !== '').length }))
      .filter(({ lines }) => lines > MAX_STYLE);
    expect(long).to.deep.equal([]);
  });
});

describe('the compiler of templates', () => {
  it('drops the line break after an opening tag, but none within a text', () => {
    const tag = '<a href="<%= it.href %>"<%~ it.current %>>';
    expect(withoutIndentation(`<p>\n  ${tag}\n    <%= it.label %> <b>x</b>\n    y\n  </a>\n</p>\n`)).to.equal(
      `<p>${tag}<%= it.label %> <b>x</b>\ny</a></p>\n`,
    );
  });

  // Tags within attributes and between them: an ambiguous pattern would try 2^40 ways.
  it('is not slowed down by many tags on a line', () => {
    const line = '<a class="a-<%= 1 %>" href="<%= 2 %>"><%= 3 %></a> '.repeat(40);
    expect(withoutIndentation(line)).to.equal(line);
  });
});
