// Admission by cost (C11): requests that the cache cannot answer cost their client points. Each process counts alone,
// to protect its own thread. A page takes 1 to 3 ms of processor time, a search 5 to 10, a card 40.
import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { config } from '../../core/kernel/config.js';
import { DomainError, say } from '../../core/kernel/errors.js';
import { addressKey, limitOf, limitState, MemoryCounts, rateLimited } from '../../core/kernel/rate-limits.js';
import type { Admission } from '../http/exchange.js';
import { findActor } from './actor.js';

/** Free of charge: small files from memory, and addresses that load balancers and the worker call. */
const FREE =
  /^\/(?:assets\/|media\/|mcp\/app\.js$|robots\.txt$|favicon\.ico$|api\/v1\/(?:health|internal\/screenshots)$)/;

const SEARCH = 5;
const POINTS: readonly [path: RegExp, points: number][] = [
  [/^\/compare\/?$/i, 3],
  [/^\/ard\//, SEARCH],
  [/^\/cards\//i, 10],
];

/** @param query with the words of a search in `q`, or in the `search` of the MCP Registry */
export function pointsOf(method: string, path: string, query: Readonly<Record<string, unknown>>): number {
  if (FREE.test(path)) return 0;
  const words = query.q ?? query.search ?? '';
  if (/^(?:get|head)$/i.test(method) && words !== '') return SEARCH;
  return POINTS.find(([pattern]) => pattern.test(path))?.[1] ?? 1;
}

const MAX_UNDER_WAY = 8;

/** The points of a request, and its place among those under way. `charge` and `spend` throw rate_limited. */
class Place implements Admission {
  #client: string | null = null;

  constructor(
    private readonly spent: MemoryCounts,
    private readonly underWay: Map<string, number>,
    private points: number,
  ) {}

  charge(client: string): void {
    if (client === this.#client) return;
    const points = this.points;
    this.refund();
    this.leave();
    this.points = points;
    const before = this.underWay.get(client) ?? 0;
    if (before === MAX_UNDER_WAY)
      throw new DomainError('rate_limited', say('error.under-way'), { retryAfterSeconds: 1 });
    this.#take(client, points);
    this.underWay.set(client, before + 1);
    this.#client = client;
  }

  spend(points: number): void {
    this.points += points;
    if (this.#client !== null) this.#take(this.#client, points);
  }

  #take(client: string, points: number): void {
    const state = limitState('cost', this.spent.take(client, limitOf('cost').window * 1000, points));
    if (state.isExceeded) throw rateLimited([state]);
  }

  /** Returns the points: the cache has answered after all. */
  refund(): void {
    if (this.#client !== null) this.spent.give(this.#client, this.points);
    this.points = 0;
  }

  leave(): void {
    if (this.#client === null) return;
    const left = (this.underWay.get(this.#client) ?? 1) - 1;
    if (left > 0) this.underWay.set(this.#client, left);
    else this.underWay.delete(this.#client);
    this.#client = null;
  }
}

/** Charges each request to its address. If the address has no points left, members still enter: others may share it. */
export function admitByCost(): RequestHandler {
  const spent = new MemoryCounts();
  const underWay = new Map<string, number>();
  return async ({ exchange, method, path, query }, res, next) => {
    const points = pointsOf(method, path, query);
    const ip = exchange.actor.client?.ip;
    if (points === 0 || limitOf('cost').quota === 0 || !ip || isProxy(ip)) return next();
    const admission = new Place(spent, underWay, points);
    exchange.admission = admission;
    res.once('close', () => admission.leave());
    try {
      admission.charge(`address ${addressKey(ip)}`);
    } catch (refusal) {
      const actor = await findActor(exchange).catch(() => null);
      if (actor?.kind !== 'user') throw refusal;
      admission.charge(`account ${actor.account.id}`);
    }
    next();
  };
}

const LOCAL: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/** Whether an address is local: without TRUST_PROXY it is most likely a proxy that everybody shares. */
function isProxy(ip: string): boolean {
  if (config.trustProxy !== false || !ipaddr.isValid(ip)) return false;
  return LOCAL.has(ipaddr.process(ip).range());
}
