// Loads the commands: from the bundle, or in development (with source maps) from their own files.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// Later Node versions define `navigator`. Without it, `pg` loads all of fetch to detect its platform.
if (!('navigator' in globalThis)) {
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
  });
}

/** `enableCompileCache` exists since Node 22.1, but the types in use are those of Node 20. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: (directory: string) => unknown };

export function loadCommands(): Promise<typeof import('./program.js')> {
  if (process.execArgv.includes('--enable-source-maps')) return import('./program.js');
  // Node's default is a shared folder: anyone who can write there decides what runs.
  enableCompileCache?.(fileURLToPath(new URL('./parts/compiled', import.meta.url)));
  const bundle = './parts/program.js';
  return import(bundle);
}
