// A client generated from the served OpenAPI document: its types compile with the journey written against them, and
// the journey succeeds.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { endPrograms, ROOT, runNode } from '../helpers/process.js';
import { useServer } from '../helpers/server.js';

describe('a client generated with openapi-typescript', () => {
  const server = useServer();
  afterEach(endPrograms);
  let directory: string;
  before(() => {
    // Inside the checkout, where packages are found.
    directory = mkdtempSync(join(ROOT, 'dist', 'openapi-client-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('compiles and completes the journey', async () => {
    const document = await (await server.fetch('/api/v1/openapi.json')).text();
    writeFileSync(join(directory, 'openapi.json'), document);
    cpSync(join(ROOT, 'test/foreign/generated'), directory, { recursive: true });
    const generator = runNode([
      '--import',
      './test/foreign/hooks.mjs',
      'node_modules/openapi-typescript/bin/cli.js',
      join(directory, 'openapi.json'),
      ...['--output', join(directory, 'schema.ts')],
    ]);
    expect(await generator.end(), generator.output).to.equal(0);
    const compiler = runNode(['node_modules/typescript/bin/tsc', '-p', directory]);
    expect(await compiler.end(), compiler.output).to.equal(0);

    const compiled = pathToFileURL(join(directory, 'out', 'journey.js')).href;
    const { makeJourney } = (await import(compiled)) as {
      makeJourney(baseUrl: string): Promise<Record<string, unknown>>;
    };
    expect(await makeJourney(server.url)).to.deep.equal({
      refused: 'validation_error on password',
      submitted: 'live',
      found: 'Generated Notes',
      archived: 'archived',
      hidden: 'not_found',
      restored: 'live',
      changed: ['generated-notes'],
      deleted: true,
    });
  }).timeout(90_000);
});
