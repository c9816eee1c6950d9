// A new field is one entry in core/listings/fields.ts, and its column: every door then has it. A process of its own
// runs doors.ts, because everything derived from the list is derived when it is loaded.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { useDatabase } from '../helpers/database.js';
import { NODE_OPTIONS } from '../helpers/process.js';

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe('a field added in one place', () => {
  const database = useDatabase();

  it('is created, read, changed, searched, screened, exported, imported and audited at every door', async () => {
    const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));
    const child = spawn(
      process.execPath,
      [...NODE_OPTIONS, '--import', fileOf('made-up.js'), mocha, '--reporter', 'dot', fileOf('doors.js')],
      { env: { ...process.env, TEST_DATABASE_URL: database.url } },
    );
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect(output + errors).to.match(/\d passing/);
    expect(code, output + errors).to.equal(0);
  }).timeout(180_000);
});
