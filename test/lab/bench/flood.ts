// How health and reads fare while forty connections make the service hash as fast as it can:
// `npm run bench:flood`. Limits by address are off in this service, as for an attacker who has many addresses.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, get, post, type Service, withService } from './service.js';

const CONNECTIONS = 40;
const SECONDS = 10;
const PROBES: Record<string, Call> = {
  health: get('/api/v1/health'),
  'a read that is cached': get('/api/v1/listings'),
  'a read that is not': get('/api/v1/listings?q=notes'),
};

const ATTACKS: Record<string, (n: number) => Call> = {
  nothing: () => get('/api/v1/health'),
  'sign-ins': (n) => post('/api/auth/sign-in/email', { email: `x${n}@example.com`, password: 'wrong horse' }),
  'password resets': (n) =>
    post('/api/auth/reset-password', { newPassword: 'a new password', token: `x${n}` }),
  registrations: (n) =>
    post('/api/v1/agents/register', { name: 'X', email: `y${n}@example.com`, password: 'correct horse' }),
};

await withService(CONNECTIONS + 10, async (service) => {
  await service.send(get('/api/v1/listings'));
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const { answers, times } = await probeUnder(service, name === 'nothing' ? null : attack);
    const told = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none';
    console.log(`\n${name}: ${told}`);
    for (const [probe, all] of Object.entries(times)) {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
      console.log(`  ${probe}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(0.9999)} ms`);
    }
  }
});

async function probeUnder(service: Service, attack: ((n: number) => Call) | null) {
  const end = performance.now() + SECONDS * 1000;
  const answers = new Map<number, number>();
  let sent = 0;
  const attackers = attack
    ? Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < end) {
          const { status } = await service.send(attack(sent++));
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
      })
    : [];
  const times: Record<string, number[]> = {};
  while (performance.now() < end) {
    for (const [name, call] of Object.entries(PROBES)) {
      const { firstByte } = await service.send(call);
      times[name] = [...(times[name] ?? []), firstByte];
    }
    await sleep(20);
  }
  await Promise.all(attackers);
  return { answers, times };
}
