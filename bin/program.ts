// What the build puts into one file: all commands, each loaded when it is run.

/** @param keepCode keeps what V8 compiled for later starts */
export async function runServerCommand(keepCode: () => void): Promise<void> {
  await (await import('../server/command.js')).runServerCommand(keepCode);
}

export async function runAdminCommand(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const { runAdmin } = await import('../cli/run.js');
  process.exitCode = await runAdmin(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    findBrowser: async () => (await import('../server/jobs/browser-lookup.js')).findBrowser(),
  });
}

/** Compiles, by running it, what most commands need. */
export async function rehearse(): Promise<void> {
  await (await import('../server/rehearsal.js')).rehearseStart();
  await (await import('../cli/program.js')).createProgram(() => undefined, ['listings']);
}
