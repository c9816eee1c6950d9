// Completion as shells request it, and in a real bash with the key pressed.
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SUBJECT_TYPES } from '../../core/kernel/audit-actions.js';
import { ADMIN, adminEnvironment, adminOf, runAdmin } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';
import { NODE_OPTIONS } from '../helpers/process.js';
import { CTRL_C, ENTER, hasTerminal, runOnTerminal } from '../helpers/terminal.js';

describe('directory-admin completion', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const admin = adminOf(database);
  const names = async (...words: string[]) =>
    (await runAdmin(['complete', '--', ...words], { env: adminEnvironment(database) })).stdout
      .split('\n')
      .filter((line) => line !== '');
  it('writes a script for each shell that knows nouns, verbs and options', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await admin(`completion ${shell}`);
      expect(code).to.equal(0);
      for (const word of ['listings', 'reset-password', 'dry-run']) expect(stdout, shell).to.include(word);
      const file = join(makeTempDir(), `completion.${shell}`);
      writeFileSync(file, stdout);
      const { error, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
      // Shells that are not installed are skipped.
      if (!error) expect(stderr, shell).to.equal('');
    }
    expect((await admin('completion tcsh')).code).to.equal(2);
  });

  it('completes the actions of the audit log', async () => {
    expect(await names('audit', 'list', '--action', 'webhook.p')).to.deep.equal(['webhook.pause\t']);
    expect(await names('audit', 'list', '--action=site')).to.deep.equal(['site.update\t', 'site\t']);
    expect((await names('audit', 'list', '--action', '')).length).to.be.greaterThan(SUBJECT_TYPES.length);
  });

  it('knows what is typed by what stands before it: choices, repeated arguments, files, nothing', async () => {
    expect(await names('listings', 'list', '--status', 'pe')).to.deep.equal(['pending\t']);
    expect(await names('policy', 'hosts', 'set', 'a.example.com', 'p')).to.deep.equal(['pass\t']);
    expect(await names('listings', 'show', 'one', 't')).to.deep.equal([]);
    expect(await names('listings', 'archive', '--reason', '')).to.deep.equal([]);
    expect(await names('listings', 'import', '')).to.deep.equal(['\t']);
    expect(await names('robots', '')).to.deep.equal([]);
  });

  /** A folder with the command and the script of a shell. */
  async function install(
    shell: string,
  ): Promise<{ bin: string; script: string; env: Record<string, string> }> {
    const bin = makeTempDir();
    writeFileSync(
      join(bin, 'directory-admin'),
      `#!/bin/sh\nexec '${process.execPath}' ${NODE_OPTIONS.join(' ')} '${ADMIN}' "$@"\n`,
    );
    chmodSync(join(bin, 'directory-admin'), 0o755);
    const script = join(bin, '_directory-admin');
    writeFileSync(script, (await admin(`completion ${shell}`)).stdout);
    const env = adminEnvironment(database, { PATH: `${bin}:${process.env.PATH}`, PS1: '> ', HOME: bin });
    return { bin, script, env };
  }
  const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).error === undefined;

  it('completes in fish', async function () {
    if (!isInstalled('fish')) return this.skip();
    const { script, env } = await install('fish');
    const complete = (typed: string) =>
      spawnSync('fish', ['-c', `source ${script}; complete -C "${typed}"`], { env, encoding: 'utf8' }).stdout;
    expect(complete('directory-admin policy hosts s')).to.match(/^set\t\w/m);
    expect(complete('directory-admin listings list --status pe')).to.equal('pending\n');
    expect(complete('directory-admin listings list --status=pe')).to.equal('--status=pending\n');
    expect(complete(`directory-admin listings import ${script.slice(0, -3)}`)).to.include('_directory-admin');
  });

  it('completes in bash across word breaks', async function () {
    if (!hasTerminal()) return this.skip();
    const { bin, script, env } = await install('bash');
    const bash = runOnTerminal(['bash', '--norc', '--noprofile'], { env });
    const completes = async (typed: string, whole: RegExp) => {
      bash.type(`${typed}\t`);
      await bash.shows(whole);
      bash.type(CTRL_C);
      await bash.shows(/> /);
    };
    await bash.shows(/> /);
    bash.type(`cd ${bin}; . ${script}; bind 'set bell-style none'${ENTER}`);
    await bash.shows(/> /);
    await completes('directory-admin listings list --status pe', /--status pending /);
    await completes('directory-admin policy hosts s', /hosts set /);
    await completes('directory-admin listings list --status=pe', /--status=pending /);
    bash.type(`exit${ENTER}`);
    await bash.end();
  });
});
