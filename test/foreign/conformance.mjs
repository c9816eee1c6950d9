// Runs commands of the MCP conformance suite one after the other: it takes longer to load than to run.
//   node test/foreign/conformance.mjs '["server", "--url", …]' …
import './hooks.mjs';

const SUITE = import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js');
const [node, script, ...commands] = process.argv;
const { exit } = process;

for (const [count, command] of commands.entries()) {
  process.argv = [node, script, ...JSON.parse(command)];
  // The suite exits when a command has ended.
  const ended = new Promise((resolve) => {
    process.exit = resolve;
  });
  await import(`${SUITE}?${count}`);
  await ended;
}
exit(0);
