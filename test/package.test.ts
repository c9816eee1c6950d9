// What `npm pack` would publish. That it installs and starts in an empty folder: `npm run check:package`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { PACKAGE_ROOT } from '../core/kernel/package.js';
import { LICENCES_PAGE, listLicences } from './helpers/licences.js';

interface Manifest {
  bin: Record<string, string>;
  dependencies: Record<string, string>;
}

describe('the package', () => {
  let files: string[];
  const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Manifest;

  before(function () {
    this.timeout(120_000);
    const report = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: PACKAGE_ROOT,
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
