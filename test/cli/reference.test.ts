import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { EXIT } from '../../cli/kit/output.js';
import { createProgram } from '../../cli/program.js';
import { reportConfig } from '../../core/kernel/config/report.js';
import { config } from '../../core/kernel/config.js';
import { checkDatabase } from '../../db/health.js';
import { CLI_DOCS, examplesOf, leafCommands, MARK, renderReference } from '../helpers/cli-reference.js';
import { useDatabase } from '../helpers/database.js';

describe('the reference of directory-admin', () => {
  const database = useDatabase({ DATABASE_URL: 'postgres://someone:hush@db.example.com/x?password=hush' });

  it('is docs/cli.md as npm run docs:cli writes it', async () => {
    const [, reference] = readFileSync(CLI_DOCS, 'utf8').split(MARK);
    expect(reference?.trim()).to.equal((await renderReference()).trim());
  });

  it('lists every exit code', () => {
    const [before = ''] = readFileSync(CLI_DOCS, 'utf8').split(MARK);
    for (const code of Object.values(EXIT)) expect(before).to.match(new RegExp(`^\\| ${code} \\|`, 'm'));
  });

  it('has every command, each with a summary and examples that parse', async () => {
    const commands = leafCommands(await createProgram(() => undefined));
    const names = commands.map(({ words }) => words.slice(1).join(' '));
    expect(names).to.include.members([
      'overview',
      ...'list show create promote demote delete reset-password'.split(' ').map((verb) => `users ${verb}`),
      ...'list show edit archive reject restore delete retake import export'
        .split(' ')
        .map((verb) => `listings ${verb}`),
      ...['list', 'mint', 'revoke'].map((verb) => `keys ${verb}`),
      ...['list', 'add', 'verify', 'remove'].map((verb) => `catalog ${verb}`),
      'audit list',
      ...['list', 'retry'].map((verb) => `jobs ${verb}`),
      'policy check',
      ...['migrate', 'rollback', 'status', 'seed'].map((verb) => `db ${verb}`),
      'doctor',
      'config',
    ]);
    for (const { words, command } of commands) {
      const name = words.slice(1).join(' ');
      expect(command.description(), name).to.have.length.greaterThan(10);
      const examples = examplesOf(command);
      expect(examples, name).to.have.length.greaterThan(0);
      for (const example of examples) expect(await parses(example), example).to.equal(true);
    }
  });

  it('agrees with config show, which lists every variable of docs/configuration.md, and no secret', () => {
    const report = reportConfig(config);
    const docs = readFileSync(new URL('configuration.md', `file://${CLI_DOCS}`), 'utf8');
    const rows = docs.split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)]);
    expect(Object.keys(report)).to.include.members(listed.map(([, name]) => name));
    const shown = JSON.stringify(report);
    expect(shown).to.not.include('hush');
    for (const secret of [...config.sessionSecrets, config.screenshotSecret]) {
      expect(shown).to.not.include(secret);
    }
  });

  it('agrees with doctor, which checks for indexes that a migrated database has', async () => {
    expect(await checkDatabase(database.knex)).to.deep.include({ missingIndexes: [], invalidIndexes: [] });
    const trx = await database.knex.transaction();
    await trx.raw('alter table listings drop constraint listings_url_key_key; drop index reports_open_once');
    const { missingIndexes } = await checkDatabase(trx);
    expect(missingIndexes).to.deep.equal(['listings_url_key_key', 'reports_open_once']);
    await trx.rollback();
  });
});

/** Whether the program accepts the command line; nothing is run. */
async function parses(example: string): Promise<boolean> {
  const own =
    example
      .replace(/ [<>] \S+$/, '')
      .split(' | ')
      .at(-1) ?? '';
  const words = [...own.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .slice(1);
  const program = await createProgram(() => undefined);
  for (const { command } of leafCommands(program)) {
    command.action(() => undefined).configureOutput({ writeErr: () => undefined });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return true;
  } catch {
    return false;
  }
}
