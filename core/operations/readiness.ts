// Whether the service can do its work right now.
import { BaseModel } from '../../db/models/base.js';
import { log } from '../kernel/log.js';

type Check = () => Promise<void>;

const checks = new Map<string, Check>([
  [
    'database',
    async () => {
      await BaseModel.knex().raw('select 1').timeout(2000);
    },
  ],
]);

/** Adds a part whose absence makes the service not ready, such as the queue. */
export function addReadinessCheck(name: string, check: Check): void {
  checks.set(name, check);
}

export async function checkReadiness(): Promise<{
  isReady: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => {
      try {
        await check();
        return [name, 'ok'] as const;
      } catch (error) {
        log.warn({ err: error, check: name }, 'not ready');
        return [name, 'failed'] as const;
      }
    }),
  );
  return { isReady: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
}
