// The queue is bounded: thousands of jobs that a sweep would find again anyway need not wait in it.
import type { Agenda } from 'agenda';

/** How many jobs of each name may wait. The sweep queues the missing ones when there is room again. */
export const MAX_WAITING: Record<string, number | undefined> = { 'capture-screenshot': 500 };

const counted = new Map<string, { agenda: Agenda; at: number; waiting: number }>();

/** Whether one more job of the name may wait. Counted once a second: a few extra jobs do no harm. */
export async function hasRoom(agenda: Agenda, name: string): Promise<boolean> {
  const most = MAX_WAITING[name];
  if (most === undefined) return true;
  const now = performance.now();
  let last = counted.get(name);
  if (last === undefined || last.agenda !== agenda || now - last.at > 1_000) {
    const { total } = await agenda.queryJobs({ name, state: 'queued', limit: 1 });
    last = { agenda, at: now, waiting: total };
    counted.set(name, last);
  }
  last.waiting += 1;
  return last.waiting <= most;
}
