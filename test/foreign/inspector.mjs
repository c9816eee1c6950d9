// Runs commands of the MCP inspector one after the other in one process: loading the program costs more than all of
// them. Each message has the arguments of a command, each response its exit code and output.
import './hooks.mjs';

const MAIN = '../../node_modules/@modelcontextprotocol/inspector-cli/build/index.js';

let output = '';
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text, ...rest) => {
    output += text;
    rest.at(-1)?.();
    return true;
  };
}
// The last thing its main module does, whether the command failed or not.
process.exit = (code) => {
  process.send({ code, output });
  output = '';
};

let count = 0;
process.on('message', async (args) => {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  count += 1;
  await import(`${MAIN}?${count}`);
});
