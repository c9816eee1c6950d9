// The entry of the bundle: all commands, each loaded when it is run.

export async function runServerCommand(): Promise<void> {
  await (await import('../server/process/command.js')).runServerCommand();
}

export async function runAdminCommand(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const { runAdmin } = await import('../cli/kit/run.js');
  process.exitCode = await runAdmin(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    findBrowser: async () => (await import('../server/jobs/browser-lookup.js')).findBrowser(),
  });
}
