// docs/licences.md, generated from what is installed. `npm run docs:licences` writes it; test/package.test.ts compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Licences that only require attribution. */
const ALLOWED =
  /^(MIT(-0)?|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|PostgreSQL|PSF-2\.0)$/;

/** The packages of a licence are named if they are no more than this. */
const NAMED = 15;

export interface Licences {
  /** The page. */
  readonly text: string;
  /** Packages with other licences, which a person has to judge. */
  readonly others: readonly string[];
}

/** All packages that running the service installs, by the lock file: the same on every machine. */
export function listLicences(): Licences {
  const { packages } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const byLicence = new Map<string, Set<string>>();
  for (const [path, { license = 'not stated', dev, link }] of Object.entries(packages)) {
    if (path === '' || dev || link) continue;
    const name = path.split('node_modules/').at(-1) ?? path;
    byLicence.set(license, (byLicence.get(license) ?? new Set()).add(name));
  }
  const sorted = [...byLicence].sort(([, a], [, b]) => b.size - a.size);
  const total = sorted.reduce((sum, [, names]) => sum + names.size, 0);
  const rows = sorted.map(([licence, names]) => {
    const shown = names.size > NAMED ? 'see `npm ls --omit=dev`' : [...names].sort().join(', ');
    return `| ${licence} | ${names.size} | ${shown} |`;
  });
  const text = `# Licences

What running the service installs, by licence: ${total} packages of the lock file, those of other platforms included.
Made by \`npm run docs:licences\`.

| licence | packages | |
|---|---|---|
${rows.join('\n')}
`;
  const others = sorted.filter(
    ([licence]) => !licence.split(/ OR /).some((one) => ALLOWED.test(one.replace(/[()]/g, ''))),
  );
  return {
    text,
    others: others.flatMap(([licence, names]) => [...names].map((name) => `${name}: ${licence}`)).sort(),
  };
}

export const LICENCES_PAGE = join(PACKAGE_ROOT, 'docs', 'licences.md');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(LICENCES_PAGE, listLicences().text);
