// Coalesces concurrent counts for one client into one statement, keeping each request's position: a client with many
// requests at once costs a shared store little more than one with a single request.
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** The state of a client's count including one request. */
export interface Count {
  readonly consumed: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

/** Requests that are counted together. */
interface Round {
  points: number;
  readonly taken: Promise<RateLimiterRes>;
}

export class JointCounts {
  /** By client: the round that can still be joined, and the last one that was started. */
  private readonly open = new Map<string, Round>();
  private readonly last = new Map<string, Promise<RateLimiterRes>>();

  constructor(private readonly limiter: RateLimiterAbstract) {}

  /** Counts one request. @throws what the store throws when it fails */
  async take(client: string): Promise<Count> {
    const round = this.open.get(client) ?? this.begin(client);
    round.points += 1;
    const place = round.points;
    const { consumedPoints, msBeforeNext } = await round.taken;
    return { consumed: consumedPoints - round.points + place, msBeforeNext };
  }

  private begin(client: string): Round {
    const before = this.last.get(client);
    const run = async () => {
      await before?.catch(() => undefined);
      this.open.delete(client);
      return this.limiter.consume(client, round.points).catch(passRefusal);
    };
    const round: Round = { points: 0, taken: Promise.resolve().then(run) };
    this.open.set(client, round);
    this.last.set(client, round.taken);
    const forget = () => {
      if (this.last.get(client) === round.taken) this.last.delete(client);
    };
    round.taken.then(forget, forget);
    return round;
  }
}

/** The library rejects with the state when the quota is exhausted, and with an Error when its store fails. */
export function passRefusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}
