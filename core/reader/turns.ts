// A bounded queue with a fair share for each purpose and account: whoever has least under way is next.
import { DomainError, say } from '../kernel/errors.js';

interface Turn {
  readonly purpose: string;
  /** Most requests under way for one purpose. */
  readonly most: number;
  /** null: nobody's in particular. */
  readonly account: string | null;
}

interface Limits {
  /** Turns under way in all, and of one account. */
  readonly atATime: number;
  readonly ofAccount: number;
  /** Turns of one purpose, and of one account, that wait at most. */
  readonly waiting: number;
  readonly waitingOfAccount: number;
}

/** Seconds after which a rejected caller may try again. */
const RETRY_SECONDS = 2;

export class Turns {
  private readonly running = new Set<Turn>();
  private readonly waiting = new Map<Turn, () => void>();

  constructor(private readonly limits: Limits) {}

  /** Runs work when it is its turn. @throws DomainError unavailable if too many of the purpose or account wait */
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
