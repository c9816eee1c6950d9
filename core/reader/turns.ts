// A bounded queue with a fair share for each purpose and account: whoever has least under way is next.
import { DomainError, say } from '../kernel/errors.js';

interface Turn {
  readonly purpose: string;
  /** How many of its purpose are under way at most. */
  readonly most: number;
  /** null: nobody's in particular. */
  readonly account: string | null;
}

interface Waiting extends Turn {
  begin(): void;
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
  private readonly waiting = new Set<Waiting>();

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
    const { waiting, waitingOfAccount } = this.limits;
    if (
      count(this.waiting, (other) => other.purpose === turn.purpose) >= waiting ||
      count(this.waiting, isOfAccount(turn)) >= waitingOfAccount
    )
      throw new DomainError('unavailable', say('error.busy'), { retryAfterSeconds: RETRY_SECONDS });
    return new Promise((begin) => this.waiting.add(Object.assign(turn, { begin })));
  }

  private mayBegin(turn: Turn): boolean {
    return (
      this.running.size < this.limits.atATime &&
      this.load(turn) < turn.most &&
      count(this.running, isOfAccount(turn)) < this.limits.ofAccount
    );
  }

  private load({ purpose }: Turn): number {
    return count(this.running, (other) => other.purpose === purpose);
  }

  private beginNext(): void {
    const [next] = [...this.waiting]
      .filter((turn) => this.mayBegin(turn))
      .toSorted((one, other) => this.load(one) - this.load(other));
    if (!next) return;
    this.waiting.delete(next);
    this.running.add(next);
    next.begin();
  }
}

const isOfAccount =
  ({ purpose, account }: Turn) =>
  (other: Turn) =>
    account !== null && other.account === account && other.purpose === purpose;

function count(turns: ReadonlySet<Turn>, isMeant: (turn: Turn) => boolean): number {
  let found = 0;
  for (const turn of turns) if (isMeant(turn)) found += 1;
  return found;
}
