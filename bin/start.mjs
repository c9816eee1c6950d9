// `npm start`: compile when the sources are newer, then be the server, in this very process, so that
// signals reach it.
import { ensureBuilt } from './build.mjs';

if (ensureBuilt()) await import('../dist/bin/directory-server.js');
else process.exitCode = 1;
