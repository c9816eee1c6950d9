// Imports whose process is killed again and again: what is left must be what an undisturbed one leaves.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openImport } from '../../../core/import/import-rows.js';
import { systemActor } from '../../../core/kernel/actor.js';
import { AdminListingPatch } from '../../../core/listings/schema.js';
import { deleteListing } from '../../../core/listings/status.js';
import { updateListing } from '../../../core/listings/submit.js';
import { closePool, createPool } from '../../../db/pool.js';
import { ADMIN } from '../../helpers/admin.js';
import { createDatabase, type TestDatabase } from '../../helpers/database.js';
import type { Environment } from '../../helpers/environment.js';
import { runNode } from '../../helpers/process.js';
import { seeded } from '../../helpers/random.js';

const cli = systemActor('cli');

/** Runs a command, and kills it once `progress` has grown. @returns how it ended, and its output */
export async function runAndKill(args: string[], env: Environment, progress: () => Promise<number>) {
  const program = runNode([ADMIN, ...args], env);
  let code: number | string | null = null;
  const ended = program.end().then((how) => {
    code = how;
  });
  const before = await progress();
  while (code === null && (await progress()) <= before) await sleep(20);
  await program.kill('SIGKILL');
  await ended;
  return { code, output: program.output };
}

/**
 * Runs a command until it ends by itself; before, kills it so many times, each time when `progress` has grown.
 * @returns how often it was really killed
 */
export async function runWithKills(
  args: string[],
  env: Environment,
  kills: number,
  progress: () => Promise<number>,
): Promise<number> {
  for (let killed = 0, round = 0; ; round += 1) {
    const never = async () => 0;
    const { code, output } = await runAndKill(args, env, round < kills ? progress : never);
    if (code === 'SIGKILL') killed += 1;
    else if (code === 0 || code === 4) return killed;
    else throw new Error(`${args.join(' ')} ended with ${code}: ${output}`);
  }
}

export const importedRow = (n: number, fields: object = {}) => ({
  name: `Tool ${n}`,
  website_url: `https://tool-${n}.example.com`,
  tagline: `Does the thing that tools of number ${n} do`,
  categories: [`Shelf ${n % 7}`],
  ...fields,
});

export async function writeRows(folder: string, count: number): Promise<string> {
  const file = join(folder, 'rows.ndjson');
  const rows = Array.from({ length: count }, (_, n) => JSON.stringify(importedRow(n)));
  await writeFile(file, `${rows.join('\n')}\n`);
  return file;
}

/** What an import leaves behind, by table; the audit log and the changes feed keep that it was there. */
export async function leftovers(knex: Knex): Promise<Record<string, unknown>> {
  const count = async (table: string) => Number((await knex(table).count())[0]?.count);
  const { rows } = await knex.raw(
    'select coalesce(sum(abs(n)), 0)::int as off from (select sum(listings) as n from term_counts group by term) as sums',
  );
  return {
    listings: await count('listings'),
    search: await count('listing_search'),
    notes: await count('import_rows'),
    counts: rows[0].off,
    categories: (await knex('site').first())?.document.categories ?? null,
  };
}

/** Random changes of the directory of this process: new listings, edits, moves to another site, deletions. */
export async function changeDirectory(changes: number, seed: number): Promise<void> {
  const random = seeded(seed);
  const slugs: string[] = [];
  const sites = { next: seed * 1_000_000 };
  const target = openImport(cli);
  for (let done = 0; done < changes; ) {
    if (slugs.length < 50 || random() < 0.5) {
      const rows = Array.from({ length: Math.min(50, changes - done) }, () => sites.next++);
      const made = await target.importRows(
        rows.map((n, line) => ({ line: done + line + 1, input: importedRow(n, { categories: ['ai'] }) })),
      );
      slugs.push(...made.flatMap((row) => ('slug' in row ? (row.slug ?? []) : [])));
      done += rows.length;
      continue;
    }
    const at = Math.floor(random() * slugs.length);
    const slug = slugs[at] as string;
    if (random() < 0.3) {
      await deleteListing(cli, slug);
      slugs.splice(at, 1);
    } else {
      const move = random() < 0.3 ? { website_url: `https://moved-${sites.next++}.example.com` } : {};
      const change = { tagline: `Does something else since change ${done}`, description: null, ...move };
      await updateListing(cli, slug, change, null, AdminListingPatch);
    }
    done += 1;
  }
}

/** Two listings that change their sites with each other, and one that takes the site another has left. */
export async function swapSites(round: number): Promise<void> {
  const rows = ['one', 'two', 'three'].map((name, n) => ({
    line: n + 1,
    input: importedRow(0, {
      name: `Swap ${name}`,
      website_url: `https://swap-${round}-${name}.example.com`,
      categories: ['ai'],
    }),
  }));
  const made = await openImport(cli).importRows(rows);
  const [one, two, three] = made.map((row) => ('slug' in row && row.slug) || '');
  const move = (slug = '', host = '') =>
    updateListing(
      cli,
      slug,
      { website_url: `https://swap-${round}-${host}.example.com` },
      null,
      AdminListingPatch,
    );
  await move(one, 'aside');
  await move(two, 'one');
  await move(one, 'two');
  await move(three, 'four');
}

/** The public listings of a database, without what each directory decides for itself. */
export function publicListings(knex: Knex): Promise<object[]> {
  const columns =
    'website_url name tagline description categories pricing_model pricing_summary cta_label features logo_url';
  return knex('listings').where({ status: 'live' }).orderBy('url_key').select(columns.split(' '));
}

/** A second database beside the one of this process. */
export async function openSecond(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const { url, drop } = await createDatabase('migrated');
  const knex = createPool(url);
  return { url, knex, drop: () => closePool(knex).then(drop) };
}
