// What `npm pack` would publish. That it installs and starts in an empty folder: `npm run check:package`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../core/kernel/package.js';
import { makeTempDir } from './helpers/environment.js';
import { LICENCES_PAGE, listLicences } from './helpers/licences.js';

interface Manifest {
  bin: Record<string, string>;
  dependencies: Record<string, string>;
}

/** The files of the checkout, without what is in them: npm chooses by names, but would compress all it chooses. */
function emptyCopy(): string {
  const copy = makeTempDir();
  for (const entry of readdirSync(PACKAGE_ROOT, { withFileTypes: true })) {
    if (entry.isFile()) cpSync(join(PACKAGE_ROOT, entry.name), join(copy, entry.name));
    if (!entry.isDirectory() || ['node_modules', '.git'].includes(entry.name)) continue;
    const inside = { recursive: true, withFileTypes: true } as const;
    for (const file of readdirSync(join(PACKAGE_ROOT, entry.name), inside)) {
      const folder = join(copy, relative(PACKAGE_ROOT, file.parentPath));
      mkdirSync(folder, { recursive: true });
      if (file.isFile()) writeFileSync(join(folder, file.name), '');
    }
  }
  return copy;
}

describe('the package', () => {
  let files: string[];
  const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Manifest;

  before(function () {
    this.timeout(120_000);
    const report = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: emptyCopy(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files: packed }] = JSON.parse(report.toString()) as [{ files: { path: string }[] }];
    files = packed.map(({ path }) => path);
  });

  it('contains what runs, but no tests, sources or source maps', () => {
    expect(files).to.include('dist/server/process/main.js').and.to.include('views/home/index.eta');
    expect(files.filter((path) => /(^|\/)test\/|\.map$|\.ts$|\.tsbuildinfo$/.test(path))).to.deep.equal([]);
  });

  it('contains the licence of every package bundled into the commands', () => {
    const { inputs } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'dist/.bundled.json'), 'utf8')) as {
      inputs: Record<string, unknown>;
    };
    const inside = new Set(
      Object.keys(inputs).flatMap(
        (path) => /^node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
      ),
    );
    const licences = `\n${readFileSync(join(PACKAGE_ROOT, 'dist/bin/parts/LICENSES.txt'), 'utf8')}`;
    expect(files).to.include('dist/bin/parts/LICENSES.txt').and.to.include('dist/bin/parts/program.js');
    // What Node compiled is for one Node on one kind of processor.
    expect(files.filter((path) => path.includes('/compiled/'))).to.deep.equal([]);
    expect([...inside])
      .to.include('express')
      .and.to.include('@sinclair/typebox');
    expect([...inside].filter((name) => !licences.includes(`\n${name} `))).to.deep.equal([]);
  });

  it('has a command of its own name, for npx, and both others', () => {
    expect(Object.keys(manifest.bin)).to.have.members([
      'listing-directory',
      'directory-server',
      'directory-admin',
    ]);
    for (const path of Object.values(manifest.bin)) expect(files).to.include(path);
  });

  it('needs nothing that downloads a browser at installation', () => {
    expect(manifest.dependencies).to.have.property('puppeteer-core');
    expect(manifest.dependencies).to.not.have.property('puppeteer');
  });

  it('lists the licences of its dependencies as they are', () => {
    expect(readFileSync(LICENCES_PAGE, 'utf8'), 'npm run docs:licences').to.equal(listLicences().text);
  });

  it('installs only licences that require attribution, except for libvips and a font', () => {
    // Both say MIT in a way npm no longer reads; sharp loads libvips as a shared library (LGPL); a font under OFL may not
    // be sold by itself.
    const known =
      /^(busboy|streamsearch): not stated$|^@img\/sharp-[\w-]+: .*LGPL-3\.0-or-later|^@fontsource\/source-serif-4: OFL-1\.1$/;
    expect(listLicences().others.filter((line) => !known.test(line))).to.deep.equal([]);
  });
});
