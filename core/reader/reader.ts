// Reads untrusted addresses and texts in a child process, so that they cannot exhaust this one's time, memory
// or threads. The only entrance of this folder.
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { nameServers } from '../addresses/names.js';
import { limitConcurrency } from '../kernel/concurrency.js';
import { certificateEnvironment, config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { areaLog } from '../kernel/log.js';
import { askAlone, ReaderEnded, ReaderLate, ReaderProcess } from './child.js';
import { type Input, type Output, TASKS, type TaskName } from './tasks.js';

export { encodeAlone } from './child.js';
export type { PictureReading } from './icon.js';
export type { Probe } from './link.js';
export type { McpAnswer, ProofReading } from './message.js';
export type { PageFacts } from './page.js';
export type { Encoded } from './picture.js';
export type { RepositoryPlace, RepositoryReading } from './repository.js';

interface Turn {
  readonly purpose: string;
  readonly most: number;
  readonly account: string | null;
}

interface Shares {
  /** Maximum running turns, in total and of one account for one purpose. */
  readonly atATime: number;
  readonly ofAccount: number;
  /** Maximum waiting turns of one purpose, and of one account. */
  readonly waiting: number;
  readonly waitingOfAccount: number;
}

/** Maximum purposes and accounts remembered; the least recently used are forgotten. */
const MOST_LIMITERS = 1_000;

/** Gives each purpose and account a share of the turns. @returns runs work in its turn; throws DomainError
 * unavailable if too many of the purpose or account wait */
export function shareTurns(shares: Shares) {
  const total = pLimit(shares.atATime);
  const limiters = new LRUCache<string, ReturnType<typeof limitConcurrency>>({ max: MOST_LIMITERS });
  const limiterOf = (key: string, atATime: number, waiting: number) => {
    const limiter = limiters.get(key) ?? limitConcurrency({ atATime, waiting });
    limiters.set(key, limiter);
    return limiter;
  };
  return <T>({ purpose, most, account }: Turn, work: () => Promise<T>): Promise<T> => {
    const run = () => limiterOf(purpose, most, shares.waiting)(() => total(work));
    if (account === null) return run();
    return limiterOf(`${purpose} ${account}`, shares.ofAccount, shares.waitingOfAccount)(run);
  };
}

const log = areaLog('jobs');

const IDLE_TIME = 60_000;

const inTurn = shareTurns({ atATime: 24, ofAccount: 2, waiting: 32, waitingOfAccount: 8 });

let shared: ReaderProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/** Runs a task of the table (tasks.ts). If the process ends during a task, repeats it in a separate process,
 * so that a task which kills processes affects no other. @throws DomainError unavailable; the reason of `signal`
 * @param options account: whose share of the reader is used, by account id, or by another name such as a domain */
export function read<N extends TaskName>(
  name: N,
  input: Input<N>,
  { account = null, signal }: { account?: string | null; signal?: AbortSignal | undefined } = {},
): Promise<Output<N>> {
  const surroundings = {
    allowPrivate: config.screenshotAllowPrivate,
    nameServers,
    agent: `Mozilla/5.0 (compatible; listing-directory/1.0; +${config.publicUrl}/docs)`,
  };
  const { time, atATime: most } = TASKS[name];
  const task = { name, time, surroundings, signal };
  const alone = () => askAlone(task, input, certificateEnvironment());
  const answer = inTurn({ purpose: name, most, account }, async () => {
    try {
      if ('isAlone' in TASKS[name]) return await alone();
      return await sharedReader()
        .ask(task, input)
        .catch((error: unknown) => {
          if (!(error instanceof ReaderEnded)) throw error;
          return again(alone);
        });
    } catch (error) {
      if (!(error instanceof ReaderEnded || error instanceof ReaderLate)) throw error;
      log.warn({ task: name, account }, 'a task ended the process of the reader');
      throw new DomainError('unavailable', say('error.busy'), { retryAfterSeconds: 30, cause: error });
    } finally {
      endWhenIdle();
    }
  });
  return answer as Promise<Output<N>>;
}

function sharedReader(): ReaderProcess {
  if (shared === null || shared.isOver) shared = new ReaderProcess(certificateEnvironment());
  return shared;
}

function endWhenIdle(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (shared?.size === 0) shared.end();
  }, IDLE_TIME).unref();
}

const again = pLimit(2);

export const readerPid = () => (shared?.isOver === false ? shared.pid : undefined);
