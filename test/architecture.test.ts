// doors (server, cli) → rules (core) → rows (db): one direction only (docs/architecture.md).
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

/** The rooms of core, lowest first: each may import the rooms of earlier lines only. Some parts of a room stand higher. */
const ROOMS = [
  ['languages'],
  ['kernel'],
  ['addresses'],
  ['reader'],
  ['pictures'],
  ['policy', 'settings'],
  ['mail'],
  ['listings', 'catalog'],
  ['upkeep'],
  ['search', 'accounts'],
  ['moderation', 'import', 'webhooks', 'claims', 'readers'],
  ['mail/sending', 'accounts/export'],
  ['console'],
  ['service'],
];

/** The first cycle of imports among these files, or null. Type imports count: they couple files as well. */
function findCircle(files: Source[]): string[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const visit = (path: string, way: string[]): string[] | null => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    const file = byPath.get(path);
    if (!file || done.has(path)) return null;
    for (const name of file.imports) {
      const circle = visit(name.replace(/\.js$/, '.ts'), [...way, path]);
      if (circle) return circle;
    }
    done.add(path);
    return null;
  };
  for (const file of files) {
    const circle = visit(file.path, []);
    if (circle) return circle;
  }
  return null;
}

/** The matching imports of these files, as readable lines. */
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

describe('by the rules of the architecture,', () => {
  it('core imports no door and no library of a door', () => {
    expect(
      offending(
        core,
        /^(server|cli|bin|views|test)\/|^(express|express-session|eta|helmet|csrf-sync|commander|inquirer|puppeteer|puppeteer-core|supertest)$|^@modelcontextprotocol\//,
      ),
    ).to.deep.equal([]);
  });

  it('db imports neither core nor a door', () => {
    expect(offending(db, /^(core|server|cli|bin|views|test)\//)).to.deep.equal([]);
  });

  it('a room of core imports only the rooms below it', () => {
    const floors = new Map(ROOMS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));
    const roomOf = (path: string) => {
      const [, room = '', part = ''] = path.replace(/\.[jt]s$/, '').split('/');
      return floors.has(`${room}/${part}`) ? `${room}/${part}` : room;
    };
    const wrong = core.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('core/') && roomOf(name) !== roomOf(path))
        .filter((name) => (floors.get(roomOf(name)) ?? 99) >= (floors.get(roomOf(path)) ?? -1))
        .map((name) => `${path} → ${name}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('the rooms inside the kernel are entered by the file of their name, and import no other but text', () => {
    const roomOf = (path: string) => /^core\/kernel\/([\w-]+)\//.exec(path)?.[1];
    const wrong = core.flatMap(({ path, imports }) =>
      imports
        .filter((name) => ![undefined, 'text', roomOf(path)].includes(roomOf(name)))
        .filter(() => roomOf(path) !== undefined || !path.startsWith('core/kernel/'))
        .map((name) => `${path} → ${name}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('what strangers wrote is fetched and parsed in the reader’s process, behind one entrance', () => {
    const others = [...core, ...server, ...cli].filter((file) => !file.path.startsWith('core/reader/'));
    expect(offending(others, /^core\/reader\/(?!reader\.js$)/)).to.deep.equal([]);
    expect(offending(others, /^(node:https|parse5|undici)$/)).to.deep.equal([]);
    // Pictures of ours: drawn, or encoded before.
    expect(offending(others, /^sharp$/, (path) => path === 'core/pictures/encode.ts')).to.deep.equal([]);
    // getaddrinfo occupies threads of the process, and cannot be cancelled.
    const resolvers = /^node:dns/;
    expect(offending(others, resolvers, (path) => path === 'core/addresses/names.ts')).to.deep.equal([
      'core/addresses/egress-rules.ts → node:dns',
      'server/jobs/browser-proxy.ts → node:dns',
    ]);
    // Clients: of this service itself, and the proxy of the browser, which is a process of its own.
    const isClient = ({ text }: Source) =>
      /[^.\w]fetch\(|import http from 'node:http'|import \{[^}]*\b(?:get|request|Agent)\b[^}]*\} from 'node:http'/.test(
        text,
      );
    expect(others.filter(isClient).map((file) => file.path)).to.deep.equal([
      'core/service/checks/surroundings.ts',
      'server/jobs/browser-proxy.ts',
      'server/jobs/capture-screenshot.ts',
    ]);
  });

  it('imports form no cycle', () => {
    expect(findCircle([...core, ...db, ...server, ...cli])).to.equal(null);
  });

  it('doors import neither models nor each other', () => {
    expect(offending([...server, ...cli], /^db\/models\/|^(objection|knex|pg)$/)).to.deep.equal([]);
    expect(offending(server, /^cli\//)).to.deep.equal([]);
    expect(offending(cli, /^server\//)).to.deep.equal([]);
    const doors = ['server/web', 'server/api', 'server/mcp', 'server/jobs'];
    for (const door of doors) {
      const others = doors.filter((other) => other !== door);
      const files = server.filter((file) => file.path.startsWith(`${door}/`));
      // The description of REST (its table of routes) is read by pages and tools that document it.
      const isDescription = /^server\/api\/(routes|openapi|route)\.js$/;
      const found = offending(files, new RegExp(`^(${others.join('|')})/`)).filter(
        (line) => !isDescription.test(line.split(' → ')[1] ?? ''),
      );
      expect(found).to.deep.equal([]);
    }
  });

  it('only one file reads the environment', () => {
    const readers = [...core, ...db, ...server, ...cli].filter((file) => /process\.env\b/.test(file.text));
    expect(readers.map((file) => file.path)).to.deep.equal(['core/kernel/config.ts']);
  });

  it('core changes rows in inTransaction only, which confirms the actor', () => {
    const others = core.filter((file) => /\.transaction\(/.test(file.text)).map((file) => file.path);
    // Leases of workers, positions in the changes feed, cursors of webhooks, bytes of pictures, emails of an inbox: without
    // an actor.
    expect(others.toSorted()).to.deep.equal([
      'core/kernel/transaction.ts',
      'core/listings/search-document.ts',
      'core/mail/sending/gate.ts',
      'core/pictures/media.ts',
      'core/search/changes.ts',
      'core/webhooks/events.ts',
    ]);
  });

  it('URLs are parsed by parseUrl: URL.canParse is wrong about Latin-1 in Node 20 once compiled', () => {
    const users = [...core, ...db, ...server, ...cli].filter((file) => /URL\.canParse\(/.test(file.text));
    expect(users.map((file) => file.path)).to.deep.equal([]);
  });

  it('migrations are SQL', () => {
    const names = readdirSync(join(PACKAGE_ROOT, 'db', 'migrations'));
    expect(names.filter((name) => !name.endsWith('.sql'))).to.deep.equal(['directory.ts']);
  });

  it('modules have named exports only', () => {
    const defaults = [...core, ...db, ...server, ...cli].filter((file) => /^export default/m.test(file.text));
    expect(defaults.map((file) => file.path)).to.deep.equal([]);
  });

  it('views import nothing', () => {
    const views = readdirSync(join(PACKAGE_ROOT, 'views'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eta'))
      .map((name) => join(PACKAGE_ROOT, 'views', name));
    const importing = views.filter((path) =>
      /\b(import|require)\s*\(|^[ \t]*import\s/m.test(readFileSync(path, 'utf8')),
    );
    expect(importing.map((path) => relative(PACKAGE_ROOT, path))).to.deep.equal([]);
  });

  it('files have at most 250 lines of code', () => {
    const isData = (path: string) =>
      path.startsWith('db/seeds/') || path.startsWith('core/policy/vocabulary/');
    const isCode = (line: string) => !/^\s*(\/\/|\/\*|\*|$)/.test(line);
    const long = [...core, ...server, ...cli, ...db]
      .filter((file) => !isData(file.path))
      .map((file) => ({ path: file.path, lines: file.text.split('\n').filter(isCode).length }))
      .filter((file) => file.lines > 250);
    expect(long).to.deep.equal([]);
  });

  it('comments name only files and identifiers that exist', () => {
    const comment = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm;
    const files = ['bin', 'cli', 'core', 'db', 'docs', 'server', 'test', 'views'].flatMap((folder) =>
      readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `/${folder}/${name}`,
      ),
    );
    const code = files
      .filter((name) => /^\/(?!docs|test).*\.(?:ts|sql|json|eta|js|mjs)$/.test(name))
      .map((name) => readFileSync(join(PACKAGE_ROOT, name), 'utf8').replace(comment, ''));
    // Examples of foreign names, and an option of a library.
    const words = new Set(['homepageUrl', 'delimiter_auto', ...(code.join('\n').match(/[\w$]+/g) ?? [])]);
    const wrong = [...core, ...db, ...server, ...cli].flatMap(({ path, text }) => {
      const said = (text.match(comment) ?? []).join('\n');
      const paths = (
        said.match(/(?<![\w./-])[a-z\d_][a-z\d_./-]*\.(?:ts|sql|eta|mjs|md|css)\b/g) ?? []
      ).filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
      const names = [...said.matchAll(/`([a-z][\w$]*)(?:\(\))?`/g)]
        .map(([, name = '']) => name)
        .filter((name) => /[a-z][A-Z]|_/.test(name) && !words.has(name));
      return [...paths, ...names].map((name) => `${path}: ${name}`);
    });
    expect(wrong).to.deep.equal([]);
  });
});
