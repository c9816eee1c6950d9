// doors (server, cli) → rules (core) → rows (db): one direction only. CONTRIBUTING.md says why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../core/kernel/package.js';

interface Source {
  path: string;
  text: string;
  imports: string[];
}

function sources(folder: string): Source[] {
  return readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(join(PACKAGE_ROOT, path), 'utf8');
      const specifiers = [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map((match) => match[1] ?? '');
      const imports = specifiers.map((name) =>
        name.startsWith('.') ? normalize(join(dirname(path), name)) : name,
      );
      return { path, text, imports };
    });
}

const core = sources('core');
const db = sources('db');
const server = sources('server');
const cli = sources('cli');

/** The imports of these files that match, as readable lines. */
function offending(
  files: Source[],
  forbidden: RegExp,
  allowed: (path: string) => boolean = () => false,
): string[] {
  return files
    .filter((file) => !allowed(file.path))
    .flatMap((file) =>
      file.imports.filter((name) => forbidden.test(name)).map((name) => `${file.path} → ${name}`),
    );
}

describe('the arrows', () => {
  it('rules know no door and no tool of a door', () => {
    expect(
      offending(
        core,
        /^(server|cli|bin|views|test)\/|^(express|express-session|eta|helmet|csrf-sync|commander|inquirer|puppeteer|supertest)$|^@modelcontextprotocol\//,
      ),
    ).to.deep.equal([]);
  });

  it('rows know neither rules nor doors', () => {
    expect(offending(db, /^(core|server|cli|bin|views|test)\//)).to.deep.equal([]);
  });

  it('doors never import a model, nor each other', () => {
    expect(offending([...server, ...cli], /^db\/models\/|^(objection|knex|pg)$/)).to.deep.equal([]);
    expect(offending(server, /^cli\//)).to.deep.equal([]);
    expect(offending(cli, /^server\//)).to.deep.equal([]);
    const doors = ['server/web', 'server/api', 'server/mcp'];
    for (const door of doors) {
      const others = doors.filter((other) => other !== door);
      const files = server.filter((file) => file.path.startsWith(`${door}/`));
      // What REST says about itself (its table of routes) is read by pages and tools that document it.
      const isDescription = /^server\/api\/(routes|openapi|route)\.js$/;
      const found = offending(files, new RegExp(`^(${others.join('|')})/`)).filter(
        (line) => !isDescription.test(line.split(' → ')[1] ?? ''),
      );
      expect(found).to.deep.equal([]);
    }
  });

  it('one file reads the environment', () => {
    const readers = [...core, ...db, ...server, ...cli].filter((file) => /process\.env\b/.test(file.text));
    expect(readers.map((file) => file.path)).to.deep.equal(['core/kernel/config.ts']);
  });

  it('URLs are read by parseUrl: URL.canParse is wrong about Latin-1 in Node 20 once it is compiled', () => {
    const users = [...core, ...db, ...server, ...cli].filter((file) => /URL\.canParse\(/.test(file.text));
    expect(users.map((file) => file.path)).to.deep.equal([]);
  });

  it('modules export by name', () => {
    const defaults = [...core, ...db, ...server, ...cli].filter((file) => /^export default/m.test(file.text));
    expect(defaults.map((file) => file.path)).to.deep.equal([]);
  });

  it('views import nothing', () => {
    const views = readdirSync(join(PACKAGE_ROOT, 'views'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eta'))
      .map((name) => join(PACKAGE_ROOT, 'views', name));
    const importing = views.filter((path) =>
      /\b(import|require)\s*\(|^\s*import\s/m.test(readFileSync(path, 'utf8')),
    );
    expect(importing.map((path) => relative(PACKAGE_ROOT, path))).to.deep.equal([]);
  });

  it('files stay short enough to be read in one go', () => {
    const isData = (path: string) => path.startsWith('db/seeds/');
    const long = [...core, ...server, ...cli, ...db]
      .filter((file) => !isData(file.path))
      .map((file) => ({ path: file.path, lines: file.text.split('\n').length }))
      .filter((file) => file.lines > 350);
    expect(long).to.deep.equal([]);
  });
});
