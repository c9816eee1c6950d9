// The program of the reader process (child.ts): answers its parent's questions, and ends with it.
import { egressRules } from '../addresses/egress-rules.js';
import { useNameServers } from '../addresses/names.js';
import type { Answer, Cancellation, Question } from './child.js';
import type { Egress } from './request.js';
import { TASKS, type TaskName } from './tasks.js';

const reading = new Map<number, AbortController>();

process.on('message', (message: Question | Cancellation) => {
  if ('cancelled' in message) reading.get(message.cancelled)?.abort();
  else void answer(message);
});
process.on('disconnect', () => process.exit());

async function answer({ id, name, input, surroundings }: Question): Promise<void> {
  const stopping = new AbortController();
  reading.set(id, stopping);
  useNameServers(surroundings.nameServers);
  const egress: Egress = {
    rules: egressRules(surroundings.allowPrivate),
    agent: surroundings.agent,
    signal: stopping.signal,
  };
  let said: Answer;
  try {
    const known = name as TaskName;
    const run = (await TASKS[known].load()) as (input: unknown, egress: Egress) => Promise<unknown>;
    said = { id, result: await run(input, egress) };
  } catch (error) {
    said = { id, failure: (error as Error).stack ?? String(error) };
  }
  reading.delete(id);
  process.send?.(said);
}
