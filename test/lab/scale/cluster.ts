// Two PostgreSQL 15 managed by Patroni, with etcd for consensus; HAProxy routes to the primary, with PgBouncer in
// front. All on 127.0.0.1, in one temporary directory.
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../helpers/ports.js';
import { startBalancer, startPooler } from './fronts.js';
import { killGroup, makeFolder, POSTGRES_BIN, startProgram, until, writeOwn } from './programs.js';

/** Patroni's settings that decide how long a failover takes, the first three in seconds; its defaults are 30, 10 and 10. */
const PATRONI = { ttl: 20, loop_wait: 5, retry_timeout: 5, synchronous_mode: true } as const;

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  /** Of Patroni's own REST interface. */
  readonly rest: number;
  patroni: ChildProcess;
}

export interface Cluster {
  /** Of PgBouncer, of the primary past it, and of each PostgreSQL. */
  readonly urls: { readonly pooled: string; readonly direct: string; readonly nodes: readonly string[] };
  /** Kills the primary PostgreSQL, and its Patroni, with SIGKILL. @returns a function that starts them again */
  killPrimary(): Promise<() => Promise<number>>;
  /** Makes the other one the primary, by Patroni's switchover. */
  switchOver(): Promise<void>;
}

export async function startCluster(home: string): Promise<Cluster> {
  makeFolder(home);
  const password = randomBytes(18).toString('base64url');
  const etcd = await startEtcd(makeFolder(join(home, 'etcd')));
  const nodes = [
    await startNode('one', makeFolder(join(home, 'one')), etcd, password),
    await startNode('two', makeFolder(join(home, 'two')), etcd, password),
  ];
  await untilReplicated(nodes);
  const primary = await startBalancer(makeFolder(join(home, 'haproxy')), nodes);
  const urlAt = (port: number, database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  // Until its first health checks HAProxy routes to either.
  await until('HAProxy leads to the primary', () =>
    run(urlAt(primary, 'postgres'), 'create database directory'),
  );
  const pooled = await startPooler(makeFolder(join(home, 'pgbouncer')), primary, password);
  await until('PgBouncer answers', () => run(urlAt(pooled, 'directory'), 'select 1'));
  return {
    urls: {
      pooled: urlAt(pooled, 'directory'),
      direct: urlAt(primary, 'directory'),
      nodes: nodes.map(({ port }) => urlAt(port, 'directory')),
    },
    killPrimary: async () => {
      const node = await primaryOf(nodes);
      const postmaster = Number(
        readFileSync(join(node.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      killGroup(node.patroni);
      process.kill(postmaster, 'SIGKILL');
      return () => {
        node.patroni = startPatroni(node.folder);
        return untilReplicated(nodes);
      };
    },
    switchOver: async () => {
      const leader = await primaryOf(nodes);
      const candidate = nodes.find((node) => node !== leader);
      const response = await fetch(`http://127.0.0.1:${leader.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate: candidate?.name }),
      });
      if (!response.ok) throw new Error(`Patroni refuses the switchover: ${await response.text()}`);
    },
  };
}

async function startEtcd(folder: string): Promise<string> {
  const [client, peer] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const addresses = {
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
  };
  const args = Object.entries(addresses).flatMap(([name, address]) => [`--${name}`, `http://${address}`]);
  const members = ['--name', 'only', '--initial-cluster', `only=http://${peer}`];
  startProgram('etcd', ['--data-dir', join(folder, 'data'), ...members, ...args], folder);
  await until('etcd is healthy', async () => (await fetch(`http://${client}/health`)).ok);
  return client;
}

async function startNode(name: string, folder: string, etcd: string, password: string): Promise<Node> {
  const [port, rest] = [await freePort(), await freePort()];
  const at = (number: number) => ({
    listen: `127.0.0.1:${number}`,
    connect_address: `127.0.0.1:${number}`,
  });
  const role = (username: string) => ({ username, password });
  const settings = {
    scope: 'directory',
    name,
    etcd3: { host: etcd },
    restapi: at(rest),
    bootstrap: {
      dcs: { ...PATRONI, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      ...at(port),
      data_dir: join(folder, 'data'),
      bin_dir: POSTGRES_BIN,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: role('postgres'),
        replication: role('replicator'),
        rewind: role('rewinder'),
      },
      parameters: { unix_socket_directories: folder, password_encryption: 'scram-sha-256' },
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'local all all scram-sha-256',
      ],
    },
  };
  // JSON is YAML.
  writeOwn(join(folder, 'patroni.yml'), JSON.stringify(settings, null, 2));
  return { name, folder, port, rest, patroni: startPatroni(folder) };
}

const startPatroni = (folder: string) => startProgram('patroni', [join(folder, 'patroni.yml')], folder);

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

async function membersSeenBy({ rest }: Node): Promise<Member[]> {
  const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
  return ((await response.json()) as { members: Member[] }).members;
}

/** Waits until one is the primary and the other its synchronous replica. @returns seconds */
function untilReplicated(nodes: readonly Node[]): Promise<number> {
  return until(
    'one PostgreSQL is the primary, the other its synchronous replica',
    async () => {
      const roles = (await Promise.all(nodes.map(membersSeenBy))).map((members) =>
        members
          .filter(({ state }) => /^(running|streaming)$/.test(state))
          .map(({ role }) => role)
          .sort()
          .join(),
      );
      return roles.every((seen) => seen === 'leader,sync_standby');
    },
    120,
  );
}

async function primaryOf(nodes: readonly Node[]): Promise<Node> {
  for (const node of nodes) {
    const answer = await fetch(`http://127.0.0.1:${node.rest}/primary`).catch(() => null);
    if (answer?.ok) return node;
  }
  throw new Error('There is no primary.');
}

async function run(url: string, sql: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
