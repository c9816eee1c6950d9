// How health and reads fare while forty connections make the service hash as fast as it can:
// `npm run bench:flood`. Limits by address are off in this service, as for an attacker who has many addresses.

import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endEmbeddedPostgres } from '../../helpers/embedded.js';
import { makeTempDir } from '../../helpers/environment.js';
import { Service } from '../faults/service.js';

const CONNECTIONS = 40;
const SECONDS = 10;
const PROBES: Record<string, string> = {
  health: '/api/v1/health',
  'a read that is cached': '/api/v1/listings',
  'a read that is not': '/api/v1/listings?q=notes',
};

type Call = [path: string, body: object];
const ATTACKS: Record<string, ((n: number) => Call) | null> = {
  nothing: null,
  'sign-ins': (n) => ['/api/auth/sign-in/email', { email: `x${n}@example.com`, password: 'wrong horse' }],
  'password resets': (n) => ['/api/auth/reset-password', { newPassword: 'a new password', token: `x${n}` }],
  registrations: (n) => [
    '/api/v1/agents/register',
    { name: 'X', email: `y${n}@example.com`, password: 'correct horse' },
  ],
};

const dataDir = makeTempDir();
const service = new Service({ DATA_DIR: dataDir });
try {
  await service.start();
  await service.ask('/api/v1/listings');
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const { answers, times } = await probeUnder(attack);
    const told = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none';
    console.log(`\n${name}: ${told}`);
    for (const [probe, all] of Object.entries(times)) {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
      console.log(`  ${probe}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(0.9999)} ms`);
    }
  }
} finally {
  await service.kill('SIGTERM');
  await endEmbeddedPostgres(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

async function probeUnder(attack: ((n: number) => Call) | null) {
  const end = performance.now() + SECONDS * 1000;
  const answers = new Map<number, number>();
  let sent = 0;
  const attackers = attack
    ? Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < end) {
          const [path, body] = attack(sent++);
          const { status } = await service.ask(path, { body });
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
      })
    : [];
  const times: Record<string, number[]> = {};
  while (performance.now() < end) {
    for (const [name, path] of Object.entries(PROBES)) {
      const { milliseconds } = await service.ask(path);
      times[name] = [...(times[name] ?? []), milliseconds];
    }
    await sleep(20);
  }
  await Promise.all(attackers);
  return { answers, times };
}
