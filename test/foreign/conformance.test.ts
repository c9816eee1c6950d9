// The official conformance suite, every server scenario of both eras, and those of authorization servers. Scenarios that
// only the suite's example server can pass are listed with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { allowApp } from '../helpers/consent.js';
import { makeTempDir } from '../helpers/environment.js';
import { visitorOf } from '../helpers/pages.js';
import { freePort } from '../helpers/ports.js';
import { endPrograms, type Program, runNode } from '../helpers/process.js';
import { useServer } from '../helpers/server.js';

/** Scenarios that use tools, prompts or resources of the suite's own example server. */
const NOT_APPLICABLE: [scenario: RegExp, reason: string][] = [
  [/^tools-call-|^json-schema-2020-12$|^elicitation-/, "they call tools of the suite's example server"],
  [/^input-required-result-/, "no tool asks back; they call tools of the suite's example server"],
  [/^resources-/, 'there are no resources'],
  [/^prompts-/, 'there are no prompts'],
  [/^completion-complete$/, 'there is nothing to complete: no prompts, no resource templates'],
  [/^logging-set-level$/, 'it sends no log messages to clients'],
  [/^http-custom-header-server-validation$/, 'no tool mirrors an argument in a header'],
];

/** Checks of applicable scenarios about lists that do not exist here. */
const WITHOUT_SUBJECT = /^sep-2549-(prompts|resources)-/;

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
  /** The suite itself says so about checks that need tools of its example server. */
  details?: { untestable?: boolean };
}

const APPLICABLE = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
};

describe('the MCP conformance suite', function () {
  this.timeout(90_000);
  // As with a public address: the Host header proves nothing then (DNS rebinding).
  const server = useServer({ TRUST_HOST: 'off' });
  after(endPrograms);
  const directory = makeTempDir();
  let program: Program;

  before(async () => {
    const at = (path: string) => new URL(path, server.url).href;
    const commands = Object.keys(APPLICABLE).map((version) => [
      ...['server', '--url', at('/mcp'), '--suite', 'all', '--spec-version', version],
      ...['--output-dir', join(directory, version)],
    ]);
    const port = String(await freePort());
    const callback = `http://127.0.0.1:${port}/callback`;
    const registered = await server.fetch('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [callback] }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    commands.push([
      ...['authorization', '--url', at('/oauth'), '--client-id', clientId, '--resource', at('/mcp/oauth')],
      ...['--port', port, '--output-dir', join(directory, 'authorization')],
    ]);
    program = runNode([
      'test/foreign/conformance.mjs',
      ...commands.map((command) => JSON.stringify(command)),
    ]);
    const member = visitorOf(server);
    await member.signUp('member@example.com');
    const [url] = await program.says(/https?:\S+\/oauth\/authorize\?\S+/);
    await fetch(await allowApp(server, member, url));
    await program.end();
  });

  for (const [version, applicable] of Object.entries(APPLICABLE)) {
    it(`passes in ${version}`, () => {
      const passed = new Set<string>();
      for (const folder of readdirSync(join(directory, version))) {
        const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
        if (NOT_APPLICABLE.some(([pattern]) => pattern.test(scenario))) continue;
        const checks: Check[] = JSON.parse(
          readFileSync(join(directory, version, folder, 'checks.json'), 'utf8'),
        );
        const failed = checks.filter(
          ({ id, status, details }) =>
            status === 'FAILURE' && !details?.untestable && !WITHOUT_SUBJECT.test(id),
        );
        expect(failed, `${scenario}: ${JSON.stringify(failed)}`).to.deep.equal([]);
        if (checks.some(({ status }) => status === 'SUCCESS')) passed.add(scenario);
      }
      expect([...passed], program.output).to.include.members(applicable);
    });
  }

  it('passes for authorization servers', () => {
    const folder = join(directory, 'authorization');
    const checks = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('checks.json'))
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[]);
    expect(checks.filter(({ status }) => status === 'FAILURE')).to.deep.equal([]);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length, program.output).to.be.at.least(3);
  });
});
