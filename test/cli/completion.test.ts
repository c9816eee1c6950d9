// Completion as shells request it, and in a real bash with the key pressed.
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SUBJECT_TYPES } from '../../core/kernel/audit-actions.js';
import { closeQueue, openQueue } from '../../core/kernel/queue.js';
import { findNames, NAME_KINDS } from '../../db/names.js';
import { ADMIN, adminEnvironment, adminOf, runAdmin } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';
import { createMember, submitDemo } from '../helpers/directory.js';
import { makeTempDir } from '../helpers/environment.js';
import { NODE_OPTIONS } from '../helpers/process.js';
import { CTRL_C, ENTER, hasTerminal, runOnTerminal } from '../helpers/terminal.js';

/** A valid email address that a careless script would execute. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of a shell.
const HOSTILE = '`touch${IFS}x`@example.com';

describe('directory-admin completion', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const admin = adminOf(database);
  const names = async (...words: string[]) =>
    (await runAdmin(['complete', '--', ...words], { env: adminEnvironment(database) })).stdout
      .split('\n')
      .filter((line) => line !== '');
  before(async () => {
    const ada = await createMember('ada@example.com');
    await submitDemo(ada, 3);
    await createMember(HOSTILE, 'Eve');
    // The tables of the queue are created on first use.
    await openQueue(database.url);
    await closeQueue();
  });

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

  it('completes names in the database by their prefix, with a description', async () => {
    const all = await names('listings', 'show', '');
    expect(all).to.have.length(3);
    const [first = ''] = all;
    expect(first).to.match(/^[a-z0-9-]+\t\S/);
    const beginning = first.slice(0, 4);
    expect(await names('listings', 'show', beginning)).to.deep.equal(
      all.filter((line) => line.startsWith(beginning)),
    );
    expect(await names('users', 'show', 'ADA@')).to.deep.equal(['ada@example.com\tAda']);
    const [waiting] = await database.knex('agenda_jobs').insert({ name: 'sweep-mails' }).returning('id');
    expect(await names('jobs', 'retry', '')).to.deep.equal([]);
    await database.knex('agenda_jobs').where(waiting).update({ failed_at: new Date() });
    expect(await names('jobs', 'retry', '')).to.deep.equal([`${waiting.id}\tsweep-mails`]);
    expect(await names('audit', 'list', '--action', 'webhook.p')).to.deep.equal(['webhook.pause\t']);
    expect(await names('audit', 'list', '--action=site')).to.deep.equal(['site.update\t', 'site\t']);
    expect((await names('audit', 'list', '--action', '')).length).to.be.greaterThan(SUBJECT_TYPES.length);
  });

  it('knows what is typed by what stands before it: choices, repeated arguments, files, nothing', async () => {
    expect(await names('listings', 'list', '--status', 'pe')).to.deep.equal(['pending\t']);
    expect(await names('listings', 'archive', 'one', '--reason', 'users', 'tide')).to.have.length(1);
    expect(await names('listings', 'show', 'one', 't')).to.deep.equal([]);
    expect(await names('listings', 'archive', '--reason', '')).to.deep.equal([]);
    expect(await names('listings', 'import', '')).to.deep.equal(['\t']);
    expect(await names('robots', '')).to.deep.equal([]);
  });

  it('looks up every kind of name that an argument can have', async () => {
    const place = { databaseUrl: database.url, dataDir: '' };
    for (const kind of NAME_KINDS) expect(await findNames(kind, '', place), kind).to.be.an('array');
  });

  it('prints nothing when there is no database, and creates none', async () => {
    const nowhere = { DATA_DIR: join(makeTempDir(), 'none') };
    for (const env of [nowhere, { ...nowhere, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }]) {
      const { code, stdout, stderr } = await runAdmin(['complete', '--', 'listings', 'show', ''], { env });
      expect({ code, stdout, stderr }).to.deep.equal({ code: 0, stdout: '', stderr: '' });
    }
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
    expect(complete('directory-admin policy hosts i')).to.match(/^import\t\w/m);
    expect(complete('directory-admin listings list --status pe')).to.equal('pending\n');
    expect(complete('directory-admin audit list --actor=ada')).to.equal('--actor=ada@example.com\tAda\n');
    expect(complete('directory-admin users show ada')).to.equal('ada@example.com\tAda\n');
    expect(complete(`directory-admin listings import ${script.slice(0, -3)}`)).to.include('_directory-admin');
  });

  it('completes in bash across word breaks, and never executes a part of a name', async function () {
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
    await completes('directory-admin policy hosts i', /hosts import /);
    await completes('directory-admin audit list --actor ada@ex', /--actor ada@example\.com /);
    await completes('directory-admin audit list --actor=ad', /--actor=ada@example\.com /);
    await completes('directory-admin users show \\`t', /show \\`touch\\\$\\\{IFS\\\}x\\`@example\.com /);
    bash.type(`ls; exit${ENTER}`);
    await bash.end();
    expect(bash.text).to.not.match(/\bx\r?\n/);
  });
});
