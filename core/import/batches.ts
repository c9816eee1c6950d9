// Stores the rows of an import, many with one statement. Each row gets the same result as if it were imported alone:
// rows that cannot be batched go through storeSubmission one by one.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import type { Actor } from '../kernel/actor.js';
import { inBackground } from '../kernel/background.js';
import { DomainError } from '../kernel/errors.js';
import { log } from '../kernel/log.js';
import { commitWith, inTransaction } from '../kernel/transaction.js';
import type { ListingContent, ReadSubmission } from '../listings/content.js';
import { isWhole, newListing, slugBase } from '../listings/create.js';
import { insertListings, type NewListing } from '../listings/insert.js';
import { queueCapture } from '../listings/pictures.js';
import { type Screened, screenListing } from '../listings/screen.js';
import { freeNumbers } from '../listings/slugs.js';
import { type SubmissionOutcome, storeSubmission } from '../listings/submit.js';
import type { PolicyExplanation } from '../policy/screening.js';
import { foldListingCounts } from '../search/counts.js';

export interface StoredRow {
  readonly row: ListingModel;
  readonly outcome: SubmissionOutcome;
}

/** Rows in one statement. Ten already give half the gain of a hundred, and a failed batch is retried row by row. */
const MAX_ROWS = 100;
/** Concurrent batches: one is prepared while the database stores another. */
const MAX_BATCHES = 2;

/** New listings after which the counts are folded: every list sums up the differences. */
const FOLD_AFTER = 1000;

/** A row that changed a listing, to be noted in the transaction that does. */
export interface Effect {
  readonly line: number;
  readonly row: ListingModel;
  /** The changed listing as it was; null: created. */
  readonly before: object | null;
}

/** What an import decides and notes beside storing. */
export interface BatchRules {
  /** The outcome of a submission for a listed site. @throws DomainError */
  outcomeOf(existing: ListingModel, submission: ReadSubmission, line: number): SubmissionOutcome;
  /** Called with the listed sites of a batch, before `outcomeOf`. */
  prepare?(existing: readonly ListingModel[]): Promise<void>;
  note?(trx: Transaction, effects: readonly Effect[]): Promise<void>;
  /** What the policy in force says of these listings; undefined: it is asked here. */
  explain?(contents: readonly ListingContent[]): Promise<readonly PolicyExplanation[] | undefined>;
}

interface Waiting {
  readonly submission: ReadSubmission;
  readonly line: number;
  isAnswered: boolean;
  resolve(stored: StoredRow): void;
  reject(error: unknown): void;
}

/**
 * Stores rows of different sites for one owner, collected into batches as they arrive.
 * @returns a function that throws DomainError as storeSubmission
 */
export function batchSubmissions(
  actor: Actor,
  ownerId: string | null,
  { outcomeOf, prepare, note, explain }: BatchRules,
): (submission: ReadSubmission, line: number) => Promise<StoredRow> {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let unfolded = 0;

  const countNew = () => {
    unfolded += 1;
    if (unfolded < FOLD_AFTER) return;
    unfolded = 0;
    inBackground(foldListingCounts, 'folding the counts of listings failed');
  };

  const storeAlone = async ({ submission, line, resolve, reject }: Waiting) => {
    const store = () => storeSubmission(actor, ownerId, submission);
    const storing = note
      ? commitWith(store, async ({ row, outcome, before = null }, trx) => {
          if (trx && (outcome === 'created' || outcome === 'changed'))
            await note(trx, [{ line, row, before }]);
        })
      : store();
    await storing.then(resolve, reject);
  };

  /** Settles the rows whose sites are listed and stay as they are. @returns the listed sites */
  const settleListed = async (batch: Iterable<Waiting>) => {
    const ones = [...batch];
    const keys = ones.map(({ submission }) => submission.site.urlKey);
    const rows = await ListingModel.query().whereIn('url_key', keys);
    const listed = new Map(rows.map((row) => [row.urlKey, row]));
    await prepare?.(rows);
    for (const { submission, line, resolve, reject } of ones) {
      const row = listed.get(submission.site.urlKey);
      if (!row) continue;
      try {
        const outcome = outcomeOf(row, submission, line);
        if (outcome !== 'changed') resolve({ row, outcome });
      } catch (error) {
        reject(error);
      }
    }
    return listed;
  };

  /** Inserts and settles the rows that can be inserted together. */
  const insertNew = async (batch: ReadonlyMap<Waiting, NewListing>) => {
    if (batch.size === 0) return;
    const waiting = [...batch.keys()];
    const insert = async (trx?: Transaction) => {
      const rows = await insertListings(actor, [...batch.values()], trx);
      const effects = rows.flatMap(({ row }, n) =>
        row ? [{ line: (waiting[n] as Waiting).line, row, before: null }] : [],
      );
      if (trx) await note?.(trx, effects);
      return rows;
    };
    const inserted = await (note ? inTransaction(actor, insert) : insert()).catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      log.debug({ err: error, rows: batch.size }, 'rows of an import are stored one by one');
      return [];
    });
    for (const [n, { resolve }] of waiting.entries()) {
      const row = inserted[n]?.row;
      if (!row) continue;
      inBackground(() => queueCapture(row), 'queueing a capture failed');
      resolve({ row, outcome: 'created' });
    }
  };

  /**
   * Stores the rows of unlisted sites: for each name one at a time, so that slugs are numbered as if imported alone;
   * different names together.
   */
  const storeNew = async (fresh: ReadonlyMap<Waiting, Screened>) => {
    const names = new Map<string, Waiting[]>();
    for (const one of fresh.keys()) {
      const base = slugBase(one.submission);
      const same = names.get(base);
      if (same) same.push(one);
      else names.set(base, [one]);
    }
    for (let nth = 0; names.size > 0; nth += 1) {
      const numbers = await freeNumbers(names.keys());
      const together = new Map<Waiting, NewListing>();
      const round: Waiting[] = [];
      for (const [base, ones] of names) {
        const one = ones[nth] as Waiting;
        const screened = fresh.get(one) as Screened;
        round.push(one);
        const listing = newListing(actor, ownerId, one.submission, screened, numbers.get(base));
        if (isWhole(one.submission, screened)) together.set(one, listing);
        if (nth + 1 === ones.length) names.delete(base);
      }
      await insertNew(together);
      for (const one of round) if (!one.isAnswered) await storeAlone(one);
    }
  };

  const storeBatch = async (batch: readonly Waiting[]) => {
    const screened = new Map<Waiting, Screened>();
    const explanations = await explain?.(batch.map(({ submission }) => submission.content));
    for (const [n, one] of batch.entries()) {
      const { content, site, typed } = one.submission;
      const explained = explanations?.[n];
      await screenListing({ content, urlKey: site.urlKey, typed, explained }).then(
        (result) => screened.set(one, result),
        one.reject,
      );
    }
    const listed = await settleListed(screened.keys());
    await storeNew(new Map([...screened].filter(([one]) => !listed.has(one.submission.site.urlKey))));
    for (const one of batch) if (!one.isAnswered) await storeAlone(one);
  };

  const work = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_ROWS);
      // An error of the whole batch fails each of its rows that is not settled yet.
      await storeBatch(batch).catch((error: unknown) => {
        for (const one of batch) one.reject(error);
      });
    }
  };

  return (submission, line) =>
    new Promise((resolve, reject) => {
      const one: Waiting = {
        submission,
        line,
        isAnswered: false,
        resolve: (stored) => {
          one.isAnswered = true;
          if (stored.outcome === 'created') countNew();
          resolve(stored);
        },
        reject: (error) => {
          one.isAnswered = true;
          reject(error);
        },
      };
      waiting.push(one);
      if (underWay === MAX_BATCHES) return;
      underWay += 1;
      // Starts once the rows of the current turn of the event loop have arrived.
      setImmediate(() =>
        work().finally(() => {
          underWay -= 1;
        }),
      );
    });
}
