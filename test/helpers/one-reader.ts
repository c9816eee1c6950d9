// Collections are read by the shared reader: a process for each costs more than all that tests read in it.
import { TASKS } from '../../core/reader/tasks.js';

const alone = Object.values(TASKS).filter((task) => 'isAlone' in task) as { isAlone?: true }[];

/** Gives those tasks a process of their own again, or not. */
export function readAlone(isWanted: boolean): void {
  for (const task of alone) {
    if (isWanted) task.isAlone = true;
    else delete task.isAlone;
  }
}

readAlone(false);
