// Reads untrusted addresses and texts in a child process, so that they cannot exhaust this one's time, memory
// or threads. The only entrance of this folder.
import pLimit from 'p-limit';
import { nameServers } from '../addresses/names.js';
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

interface Limits {
  /** Running turns in total, and of one account. */
  readonly atATime: number;
  readonly ofAccount: number;
  /** Maximum waiting turns of one purpose, and of one account. */
  readonly waiting: number;
  readonly waitingOfAccount: number;
}

const RETRY_SECONDS = 2;

/** A bounded queue with a fair share per purpose and account: fewest running turns first. */
export class Turns {
  private readonly running = new Set<Turn>();
  private readonly waiting = new Map<Turn, () => void>();

  constructor(private readonly limits: Limits) {}

  /** Runs work in its turn. @throws DomainError unavailable if too many of the purpose or account wait */
  async take<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.mayBegin(turn)) this.running.add(turn);
    else await this.queue(turn);
    try {
      return await work();
    } finally {
      this.running.delete(turn);
      this.beginNext();
    }
  }

  private queue(turn: Turn): Promise<void> {
    const queued = [...this.waiting.keys()];
    const isFull = ofPurpose(queued, turn).length >= this.limits.waiting;
    if (isFull || ofAccount(queued, turn).length >= this.limits.waitingOfAccount)
      throw new DomainError('unavailable', say('error.busy'), { retryAfterSeconds: RETRY_SECONDS });
    return new Promise((begin) => this.waiting.set(turn, begin));
  }

  private mayBegin(turn: Turn): boolean {
    const { running, limits } = this;
    return (
      running.size < limits.atATime &&
      ofPurpose(running, turn).length < turn.most &&
      ofAccount(running, turn).length < limits.ofAccount
    );
  }

  private beginNext(): void {
    const load = (turn: Turn) => ofPurpose(this.running, turn).length;
    const [next] = [...this.waiting]
      .filter(([turn]) => this.mayBegin(turn))
      .toSorted(([one], [other]) => load(one) - load(other));
    if (!next) return;
    const [turn, begin] = next;
    this.waiting.delete(turn);
    this.running.add(turn);
    begin();
  }
}

const ofPurpose = (turns: Iterable<Turn>, { purpose }: Turn) =>
  [...turns].filter((other) => other.purpose === purpose);

const ofAccount = (turns: Iterable<Turn>, turn: Turn) =>
  ofPurpose(turns, turn).filter(({ account }) => account !== null && account === turn.account);

const log = areaLog('jobs');

const IDLE_TIME = 60_000;

const turns = new Turns({ atATime: 24, ofAccount: 2, waiting: 32, waitingOfAccount: 8 });

let shared: ReaderProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/** Runs a task of the table (tasks.ts). If the process ends during a task, repeats it in a separate process,
 * so that a task which kills processes affects no other. @throws DomainError unavailable; the reason of `signal`
 * @param options account: whose share of the reader it uses, by id or another word for the cause */
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
  const answer = turns.take({ purpose: name, most, account }, async () => {
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
