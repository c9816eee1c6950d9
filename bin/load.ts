// Loads the program that the build put into one file, with the code that V8 made of it at an earlier time: compiling it
// again, function by function, is a third of the CPU of a start. Code that does not fit is left aside, silently: code of
// another build, of another Node, under other options of V8, or damaged.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { crc32 } from 'node:zlib';

// As later versions have it. Without it `pg` makes a Response to see where it runs, which loads all of fetch.
if (!('navigator' in globalThis)) {
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
  });
}

/** Made by build.mjs: a function expression in ASCII, whose first line is the digest of the rest. */
const PROGRAM = fileURLToPath(new URL('./parts/program.cjs', import.meta.url));

interface Loaded<P> {
  readonly program: P;
  readonly hadCode: boolean;
  /** Keeps the code of all that has run so far for later starts, if this account may write beside the program. */
  keepCode(): void;
}

/** The commands. With source maps, as in development, file by file: V8 maps nothing of a script it is handed. */
export async function loadCommands(): Promise<Loaded<typeof import('./program.js')>> {
  if (process.execArgv.includes('--enable-source-maps')) {
    return { program: await import('./program.js'), hadCode: true, keepCode: () => undefined };
  }
  return loadProgram(PROGRAM);
}

/** @param path where the program is; its code is kept beside it */
export function loadProgram<P>(path: string): Loaded<P> {
  const source = readFileSync(path, 'latin1');
  const build = source.slice(0, source.indexOf('\n'));
  const script = new vm.Script(source, {
    filename: path,
    cachedData: readCode(codeFile(path), build),
  });
  const module = { exports: {} as P };
  const esm = {
    url: pathToFileURL(path).href,
    resolve: import.meta.resolve,
    // Code that was kept has lost how to import.
    import: (name: string) => import(name),
  };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path), esm);
  return {
    program: module.exports,
    hadCode: script.cachedDataRejected === false,
    keepCode: () => writeCode(codeFile(path), build, script.createCachedData()),
  };
}

/** One for each Node and its options: V8 takes no code that was made under others. */
function codeFile(path: string): string {
  return join(dirname(path), `program-${v8.cachedDataVersionTag()}.code`);
}

/** V8 itself looks at the length of the source and of the code, no further. */
function readCode(path: string, build: string): Buffer | undefined {
  try {
    const file = readFileSync(path);
    const head = file.indexOf('\n');
    const code = file.subarray(head + 1);
    return file.toString('latin1', 0, head) === headOf(build, code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function headOf(build: string, code: Buffer): string {
  return `${build} ${crc32(code)}`;
}

/** Whole or not at all: others may be reading, or writing the same. */
function writeCode(path: string, build: string, code: Buffer): void {
  const part = `${path}.${process.pid}`;
  try {
    writeFileSync(part, Buffer.concat([Buffer.from(`${headOf(build, code)}\n`), code]));
    renameSync(part, path);
  } catch {
    rmSync(part, { force: true });
  }
}
