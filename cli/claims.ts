// directory-admin listings claims, undo-claim
import type { Command } from 'commander';
import { findClaims, undoClaim } from '../core/claims/admin.js';
import type { VerifiedClaim } from '../core/claims/schema.js';
import {
  addVerb,
  asOption,
  type Finish,
  jsonOptions,
  type PageOptions,
  pageOptions,
  reasonOption,
} from './command.js';
import { type FormatOptions, formatOf, printJsonLine, printPage, say } from './output.js';
import { withSession } from './session.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

const COLUMNS: readonly Column<VerifiedClaim>[] = [
  { title: 'id', value: (claim) => claim.id, isWhole: true },
  { title: 'listing', value: (claim) => claim.slug },
  { title: 'site', value: (claim) => claim.site },
  { title: 'by', value: (claim) => claim.method, isWhole: true },
  { title: 'owner', value: (claim) => claim.owner?.email ?? '' },
  { title: 'before', value: (claim) => claim.previous_owner?.email ?? '' },
  { title: 'since', value: (claim) => shortTime(claim.verified_at), isWhole: true, isExtra: true },
  { title: 'undone', value: (claim) => shortTime(claim.undone_at), isWhole: true },
];

export function addClaimVerbs(listings: Command, finish: Finish): void {
  addVerb(listings, finish, {
    usage: 'claims',
    summary: 'List claimed and verified listings, newest first.',
    options: [...pageOptions(), ...jsonOptions()],
    examples: ['listings claims', 'listings claims --json'],
    run: listClaims,
  });
  addVerb(listings, finish, {
    usage: 'undo-claim <claims...>',
    summary: 'Undo claims: listings return to their former owners, and both sides are notified.',
    options: [reasonOption(), asOption(), ...jsonOptions()],
    examples: ['listings undo-claim 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --reason "A former employee"'],
    run: undoClaims,
  });
}

function listClaims(options: FormatOptions & PageOptions): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const list = await findClaims(actor, { page: options.page, limit: options.limit });
    printPage(options, list, { rows: list.claims, columns: COLUMNS, empty: 'Nothing was claimed.' });
  });
}

interface UndoOptions extends FormatOptions {
  reason?: string;
  as?: string;
}

function undoClaims(ids: string[], options: UndoOptions): Promise<void> {
  return withSession({ ...options, queue: true }, async ({ actor }) => {
    for (const id of ids) {
      const { claim } = await undoClaim(actor, id, { reason: options.reason });
      const owner = claim.previous_owner?.email ?? 'nobody';
      if (formatOf(options) === 'table') say(`Undone: ${claim.slug} belongs to ${owner}.`);
      else printJsonLine({ undone: true, id: claim.id });
    }
  });
}
