// directory-admin policy allow, passes, withdraw, rescreen
import { moderateListings } from '../core/moderation/actions.js';
import { type ReviewFinding, reviewListings } from '../core/moderation/policy-review.js';
import { findPasses, grantPass, withdrawPass } from '../core/policy/passes.js';
import type { PolicyPass } from '../core/policy/schema.js';
import { type BatchOptions, type Outcome, runBatch } from './batch.js';
import type { PageOptions } from './command.js';
import { EXIT, type ExitCode } from './exit.js';
import { type FormatOptions, formatOf, note, printJson, printJsonLine, printPage, say } from './output.js';
import { withSession } from './session.js';
import type { Column } from './table.js';
import { count, groupDigits, shortTime } from './text.js';

interface GrantOptions extends FormatOptions {
  category: string;
  reason: string;
  as?: string;
}

const PASS_COLUMNS: readonly Column<PolicyPass>[] = [
  { title: 'id', value: (pass) => pass.id, isWhole: true },
  { title: 'site', value: (pass) => pass.website_url },
  { title: 'category', value: (pass) => pass.category },
  { title: 'reason', value: (pass) => pass.reason },
  { title: 'since', value: (pass) => shortTime(pass.created_at) },
];

export function allowSite(url: string, options: GrantOptions): Promise<void> {
  return withSession(options, async ({ actor }) => {
    const { category, reason } = options;
    const { pass, created } = await grantPass(actor, { website_url: url, category, reason });
    if (formatOf(options) === 'json') printJson({ pass, created });
    else if (formatOf(options) === 'ndjson') printJsonLine({ ...pass, created });
    else
      say(
        `${pass.website_url} ${created ? 'may now pass' : 'could already pass'} as ${category} (${pass.id}).`,
      );
  });
}

export function listPasses(options: FormatOptions & PageOptions & { as?: string }): Promise<void> {
  return withSession(options, async ({ actor }) => {
    const page = await findPasses(actor, { page: options.page, limit: options.limit });
    printPage(options, page, { rows: page.passes, columns: PASS_COLUMNS, empty: 'No site has a pass.' });
  });
}

export function withdrawPasses(ids: string[], options: FormatOptions & { as?: string }): Promise<void> {
  return withSession(options, async ({ actor }) => {
    for (const id of ids) {
      await withdrawPass(actor, id);
      if (formatOf(options) === 'table') say(`Took back ${id}.`);
      else printJsonLine({ withdrawn: true, id });
    }
  });
}

interface ReviewOptions extends BatchOptions {
  as?: string;
  reason?: string;
}

const FINDING_COLUMNS: readonly Column<ReviewFinding>[] = [
  { title: 'slug', value: (finding) => finding.slug, isWhole: true },
  { title: 'status', value: (finding) => finding.status },
  { title: 'category', value: (finding) => finding.category },
  { title: 'field', value: (finding) => finding.field },
  { title: 'matched', value: (finding) => finding.matched },
  { title: 'rules', value: (finding) => finding.rules.map(({ id }) => id).join(' ') },
];

const REJECTION = 'The content policy has changed, and this listing no longer passes it.';

/** Rescreens all listings with the current rules, and rejects those that no longer pass. */
export function rescreenListings(options: ReviewOptions): Promise<ExitCode> {
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const { policyVersion, screened, findings } = await reviewListings(actor, signal);
    note(
      `Screened ${groupDigits(screened)} listings with policy ${policyVersion}: ${count(findings.length, 'finding')}.`,
    );
    if (findings.length === 0) {
      if (formatOf(options) === 'json') printJson({ policy_version: policyVersion, screened, findings: [] });
      return EXIT.done;
    }
    return runBatch<ReviewFinding>(options, signal, {
      verb: ['reject', 'rejected'],
      noun: ['listing', 'listings'],
      key: 'slug',
      items: findings,
      missing: [],
      nameOf: ({ slug }) => slug,
      columns: FINDING_COLUMNS,
      run: async (part, watch): Promise<Outcome> => {
        const input = {
          action: 'reject',
          slugs: part.map(({ slug }) => slug),
          reason: options.reason ?? REJECTION,
        };
        const result = await moderateListings(actor, input, watch);
        return {
          done: result.updated ?? [],
          failures: result.errors.map(({ slug, code, error }) => ({ item: slug, code, error })),
        };
      },
    });
  });
}
