// `npm start`: compiles if the sources are newer, then runs the server in this same process, so that signals
// reach it.
import { ensureBuilt } from './build.mjs';

if (ensureBuilt()) await import('../dist/bin/directory-server.js');
else process.exitCode = 1;
