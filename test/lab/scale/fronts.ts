// The proxies in front of the PostgreSQLs and of our processes: HAProxy twice, and PgBouncer.
import { join } from 'node:path';
import { freePort } from '../../helpers/ports.js';
import { makeFolder, startProgram, until, writeOwn } from './programs.js';

/** Routes to the PostgreSQL that its Patroni reports as the primary, and cuts connections to any other. */
export async function startBalancer(
  folder: string,
  nodes: readonly { name: string; port: number; rest: number }[],
): Promise<number> {
  const port = await freePort();
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`);
  await startHaproxy(
    folder,
    `listen primary
  bind 127.0.0.1:${port}
  mode tcp
  timeout client 30m
  timeout server 30m
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  return port;
}

/** In front of our processes: one that is not ready gets no requests, and one that refuses is skipped. */
export async function startWebBalancer(home: string, ports: readonly number[]): Promise<string> {
  const folder = makeFolder(join(home, 'web'));
  const port = await freePort();
  const servers = ports.map((own, index) => `  server web${index} 127.0.0.1:${own} check`);
  await startHaproxy(
    folder,
    `listen web
  bind 127.0.0.1:${port}
  mode http
  timeout client 60s
  timeout server 60s
  option httpchk GET /api/v1/ready
  option redispatch
  default-server inter 1s fall 2 rise 1
${servers.join('\n')}
`,
  );
  const url = `http://127.0.0.1:${port}`;
  await until('the balancer leads to the service', async () => (await fetch(`${url}/api/v1/ready`)).ok);
  return url;
}

async function startHaproxy(folder: string, listens: string): Promise<void> {
  const settings = `global\n  maxconn 1000\ndefaults\n  timeout connect 2s\n  timeout check 2s\n${listens}`;
  const file = join(folder, 'haproxy.cfg');
  writeOwn(file, settings);
  startProgram('haproxy', ['-db', '-f', file], folder);
}

export async function startPooler(folder: string, primary: number, password: string): Promise<number> {
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeOwn(join(folder, 'users.txt'), `"postgres" "${password}"\n`);
  writeOwn(
    file,
    `[databases]
* = host=127.0.0.1 port=${primary}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
; After a failed attempt to connect the next one follows after a second, not after fifteen.
server_login_retry = 1
server_connect_timeout = 2
`,
  );
  startProgram('pgbouncer', [file], folder);
  return port;
}
