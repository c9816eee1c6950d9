// Loads the commands: the bundle, or in development, with source maps, file by file.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// Later Node versions have it. Without it `pg` creates a Response to detect its platform, which loads all of fetch.
if (!('navigator' in globalThis)) {
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
  });
}

/** Since Node 22.1, which the types do not know. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: (directory: string) => unknown };

export function loadCommands(): Promise<typeof import('./program.js')> {
  if (process.execArgv.includes('--enable-source-maps')) return import('./program.js');
  // Not the shared folder that is Node's default: whoever can write there decides what runs.
  enableCompileCache?.(fileURLToPath(new URL('./parts/compiled', import.meta.url)));
  const bundle = './parts/program.js';
  return import(bundle);
}
