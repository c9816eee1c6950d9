// The client package, generated from the OpenAPI document: its types compile with the journey written against them,
// and the journey succeeds.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { keepConfig } from '../helpers/environment.js';
import { JOURNEY_ENVIRONMENT, MOST_TOKENS, type Surroundings, useSurroundings } from '../helpers/journey.js';
import { endPrograms, ROOT, runNode } from '../helpers/process.js';
import { useServer } from '../helpers/server.js';
import { tokensOf } from '../helpers/tokens.js';

describe('the TypeScript client', () => {
  const server = useServer(JOURNEY_ENVIRONMENT);
  const surroundings = useSurroundings(server);
  afterEach(endPrograms);
  let directory: string;
  before(() => {
    // Inside the checkout, where packages are found.
    directory = mkdtempSync(join(ROOT, 'dist', 'openapi-client-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('matches what is served, compiles and completes the journey', async () => {
    cpSync(join(ROOT, 'test/foreign/generated'), directory, { recursive: true });
    const client = join(directory, 'node_modules', 'listing-directory-client');
    const { buildClient } = (await import(pathToFileURL(join(ROOT, 'bin/build-client.mjs')).href)) as {
      buildClient(target: string): Promise<void>;
    };
    await keepConfig(() => buildClient(client));
    const built = JSON.parse(readFileSync(join(client, 'openapi.json'), 'utf8'));
    const served = (await (await server.fetch('/api/v1/openapi.json')).json()) as typeof built;
    expect(Object.keys(built.paths)).to.deep.equal(Object.keys(served.paths));
    expect(built.components).to.deep.equal(served.components);
    const compiler = runNode(['node_modules/typescript/bin/tsc', '-p', directory]);
    expect(await compiler.end(), compiler.output).to.equal(0);

    const compiled = pathToFileURL(join(directory, 'out', 'journey.js')).href;
    const { makeJourney } = (await import(compiled)) as {
      makeJourney(
        baseUrl: string,
        surroundings: Surroundings,
        fetch: (request: Request) => Promise<Response>,
      ): Promise<Record<string, unknown>>;
    };
    let tokens = 0;
    const counting = async (request: Request) => {
      const response = await fetch(request);
      tokens += tokensOf(await response.clone().text(), 'records');
      return response;
    };
    expect(await makeJourney(server.url, surroundings, counting)).to.deep.equal({
      before: 0,
      refused: 'validation_error on password',
      wrong: 'validation_error on tagline',
      submitted: 'live',
      found: 'Generated Notes',
      moved: 'https://moved.example.com',
      days: 3,
      verified: true,
      archived: 'archived',
      hidden: 'not_found',
      deleted: true,
      removed: true,
    });
    expect(tokens).to.be.below(MOST_TOKENS);
  }).timeout(90_000);
});
