// The last step of a build: has V8 compile the program, and keeps the code for later starts. An image that is made from
// the published package runs this itself (Dockerfile).
import { loadCommands } from './load.js';

const { program, keepCode } = await loadCommands();
await program.rehearse();
keepCode();
process.exit();
