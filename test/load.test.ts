// The program is one file, and V8's code of it another beside it (bin/load.ts).
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadProgram } from '../bin/load.js';
import { PACKAGE_ROOT, VERSION } from '../core/kernel/package.js';
import { makeTempDir } from './helpers/environment.js';
import { endPrograms, runNode } from './helpers/process.js';

const PARTS = join(PACKAGE_ROOT, 'dist/bin/parts');

interface Program {
  greet(): string;
  load(): Promise<typeof import('node:os')>;
}

const programThat = (says: string, digest: string) =>
  `// ${digest}\n(function (exports, require, module, __filename, __dirname, _esm) {\n` +
  `exports.greet = () => '${says} ' + require('node:path').basename(__filename) + ' ' + _esm.url.slice(0, 5);\n` +
  `exports.load = () => _esm.import('node:os');\n})\n`;

describe('the V8 code cache of the program', () => {
  let folder: string;
  let path: string;
  const codeFile = () => join(folder, readdirSync(folder).find((name) => name.endsWith('.code')) ?? 'none');
  const load = () => loadProgram<Program>(path);

  beforeEach(() => {
    folder = makeTempDir();
    path = join(folder, 'program.cjs');
    writeFileSync(path, programThat('Hello', 'a'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is optional, and written for later starts once the program has run', async () => {
    const first = load();
    expect(first.hadCode).to.equal(false);
    expect(first.program.greet()).to.equal('Hello program.cjs file:');
    first.keepCode();
    const second = load();
    expect(second.hadCode).to.equal(true);
    expect(second.program.greet()).to.equal('Hello program.cjs file:');
    expect(readdirSync(folder)).to.have.length(2);
    expect(await second.program.load()).to.have.property('hostname');
  });

  it('is ignored when one bit of it has changed', () => {
    load().keepCode();
    const code = readFileSync(codeFile());
    for (const place of [0, Math.floor(code.length / 2), code.length - 1]) {
      const damaged = Buffer.from(code);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      writeFileSync(codeFile(), damaged);
      const again = load();
      expect(again.hadCode, `byte ${place}`).to.equal(false);
      expect(again.program.greet()).to.equal('Hello program.cjs file:');
    }
  });

  it('is ignored when it is truncated, empty or not a file', () => {
    load().keepCode();
    const file = codeFile();
    const code = readFileSync(file);
    writeFileSync(file, code.subarray(0, 100));
    expect(load().hadCode).to.equal(false);
    writeFileSync(file, '');
    expect(load().hadCode).to.equal(false);
    rmSync(file);
    expect(load().program.greet()).to.contain('Hello');
  });

  it('is ignored and replaced when it is of another build of the same length', () => {
    load().keepCode();
    writeFileSync(path, programThat('Salut', 'b'));
    const next = load();
    expect(next.hadCode).to.equal(false);
    expect(next.program.greet()).to.contain('Salut');
    next.keepCode();
    expect(load().hadCode).to.equal(true);
    expect(load().program.greet()).to.contain('Salut');
  });

  it('is silently not written where this account has no permission', () => {
    const { program, keepCode } = load();
    rmSync(folder, { recursive: true });
    keepCode();
    expect(existsSync(folder)).to.equal(false);
    expect(program.greet()).to.contain('Hello');
  });

  it('is created by the build for the commands', () => {
    const program = loadProgram<{ runServerCommand: unknown }>(join(PARTS, 'program.cjs'));
    expect(program.hadCode).to.equal(true);
    expect(program.program).to.have.property('runServerCommand');
  });
});

describe('the bundled program', () => {
  afterEach(endPrograms);

  it('is ASCII: V8 would hold anything else at two bytes a character', () => {
    expect(readFileSync(join(PARTS, 'program.cjs')).every((byte) => byte < 128)).to.equal(true);
  });

  it('is loaded file by file when source maps are enabled, so that they are used', async () => {
    const plain = runNode(['dist/bin/directory-server.js', '--nonsense']);
    const mapped = runNode(['--enable-source-maps', 'dist/bin/directory-server.js', '--version']);
    expect(await plain.end()).to.equal(1);
    expect(plain.output).to.contain("unknown option '--nonsense'");
    expect(await mapped.end()).to.equal(0);
    expect(mapped.output.trim()).to.equal(VERSION);
  });
});
