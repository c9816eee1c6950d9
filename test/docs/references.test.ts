// References in comments and guides lead somewhere: files by path, sections of the contract by number, links by target.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';

const FOLDERS = ['bin', 'cli', 'core', 'db', 'docs', 'server', 'test', 'views'];
const inFolder = (folder: string) =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
const files = [...readdirSync(PACKAGE_ROOT), ...FOLDERS.flatMap(inFolder)]
  .filter((path) => /\.(ts|mjs|cjs|js|eta|css|md)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(PACKAGE_ROOT, path), 'utf8') }));

/** Slugs of headings as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

describe('references', () => {
  it('from a comment or guide to a file by its path lead to a file', () => {
    const named =
      /(?<![\w./-])(?:bin|cli|core|db|docs|server|test|views)\/[\w./-]+\.(?:ts|mjs|eta|css|md|csv|ndjson)\b/g;
    const missing = files
      .filter(({ path }) => path !== 'CHANGELOG.md')
      .flatMap(({ path, text }) =>
        [...text.matchAll(named)]
          .filter(([name]) => !name.includes('NNNN') && !existsSync(join(PACKAGE_ROOT, name)))
          .map(([name]) => `${path}: ${name}`),
      );
    expect(missing).to.deep.equal([]);
  });

  it('from a comment to a section of the contract lead to a heading of docs/contract.md', () => {
    const contract = readFileSync(join(PACKAGE_ROOT, 'docs/contract.md'), 'utf8');
    const sections = new Set([...contract.matchAll(/^## (C\d+) /gm)].map(([, name]) => name));
    const missing = files
      .filter(({ path }) => path.endsWith('.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\((C\d+)[),:;]/g)]
          .filter(([, name]) => !sections.has(name))
          .map(([, name]) => `${path}: ${name}`),
      );
    expect(sections.size).to.equal(14);
    expect(missing).to.deep.equal([]);
  });

  it('from a link in a guide lead to a file, and to a heading if it has a fragment', () => {
    const broken = files
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
          .filter(([, target = '', anchor]) => {
            const file = target === '' ? path : join(dirname(path), target);
            if (!existsSync(join(PACKAGE_ROOT, file))) return true;
            return anchor
              ? !anchorsOf(readFileSync(join(PACKAGE_ROOT, file), 'utf8')).includes(anchor)
              : false;
          })
          .map(([link]) => `${path}: ${link}`),
      );
    expect(broken).to.deep.equal([]);
  });
});
