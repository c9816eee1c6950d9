// The program of the reader process (child.ts): answers its parent's questions, and ends with it.
import type { Answer, Question, Surroundings } from './child.js';
import type { Egress } from './request.js';
import { TASKS, type TaskName } from './tasks.js';

const reading = new Map<number, AbortController>();

process.on('message', (message: Question) => {
  if ('cancelled' in message) reading.get(message.cancelled)?.abort();
  else void answer(message);
});
process.on('disconnect', () => process.exit());

async function answer({ id, name, input, surroundings }: Exclude<Question, { cancelled: number }>) {
  const stopping = new AbortController();
  reading.set(id, stopping);
  let said: Answer;
  try {
    const known = name as TaskName;
    const task = TASKS[known];
    const run = (await task.load()) as (input: unknown, egress?: Egress) => Promise<unknown>;
    const egress = 'isOffline' in task ? undefined : await egressOf(surroundings, stopping.signal);
    said = { id, result: await run(input, egress) };
  } catch (error) {
    said = { id, failure: (error as Error).stack ?? String(error) };
  }
  reading.delete(id);
  process.send?.(said);
}

async function egressOf({ nameServers, allowPrivate, agent }: Surroundings, signal: AbortSignal) {
  const [{ egressRules }, { useNameServers }] = await Promise.all([
    import('../addresses/egress-rules.js'),
    import('../addresses/names.js'),
  ]);
  useNameServers(nameServers);
  return { rules: egressRules(allowPrivate), agent, signal };
}
