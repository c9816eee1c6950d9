// Screens a listing: its texts by the content policy, its host by the operator's verdicts.
import type { Transaction } from 'objection';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { type Reader, type Said, say, toEnglish } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { isOwnMedia } from '../pictures/media.js';
import { countRefusal } from '../policy/figures.js';
import { flagsAmong } from '../policy/flags.js';
import { passedBy, type Ruling, rulingsOn } from '../policy/hosts.js';
import {
  contentPolicy,
  explainContent,
  type PolicyCategory,
  type PolicyExplanation,
  type PolicyFinding,
  policyInForce,
  type ScreenedContent,
} from '../policy/screening.js';
import { type ListingContent, readPatch, wholeContent } from './content.js';
import { textsOf } from './facts.js';
import { type Namesake, namesakesOf } from './namesakes.js';
import { type Listing, ListingPatch, OWNER_FIELDS, rulesOf } from './schema.js';
import { submissionRules } from './submission-rules.js';
import type { Standing } from './takedowns.js';

/** Addresses last: they would separate words that rules look for together. */
const SCREENED_FIELDS = OWNER_FIELDS.filter((field) => rulesOf(field).isScreened !== false).sort(
  (a, b) => Number(a.endsWith('_url')) - Number(b.endsWith('_url')),
);

export function screenedContent(content: ListingContent): ScreenedContent {
  return {
    ...Object.fromEntries(SCREENED_FIELDS.map((field) => [field, content[field]])),
    facts: textsOf(content.facts),
    // The name of an uploaded picture is random: ignore words in it.
    logo_url: isOwnMedia(content.logo_url) ? null : content.logo_url,
  };
}

/** Makes a refusal quote the input as typed, and name the field `website` if the input used that alias. */
function inTypedWords(finding: PolicyFinding, screened: ScreenedContent, input: unknown): PolicyFinding {
  const typed = (input ?? {}) as Record<string, unknown>;
  const isAlias = finding.field === 'website_url' && typed.website_url === undefined;
  const field = isAlias && typeof typed.website === 'string' ? 'website' : finding.field;
  const given = textsIn(own(typed, field));
  const stored = textsIn(own(screened, finding.field));
  const text = stored.find((value) => value.includes(finding.matched));
  const source =
    given.find((value) => text !== undefined && value.normalize('NFC').trim() === text) ?? given[0];
  if (text === undefined || source === undefined) return finding;
  return { ...finding, field, matched: quoteTyped(source, text, finding.matched) };
}

/** The texts in a value: itself, the items of a list, or those of facts. */
function textsIn(value: unknown): string[] {
  const isObject = typeof value === 'object' && value !== null;
  return (isObject ? Object.values(value).flat() : [value]).filter((one) => typeof one === 'string');
}

/** A character with everything that combines with it: marks, and the vowels and finals of Hangul. */
const CLUSTER = /[^\p{M}\u1160-\u11ff\ud7b0-\ud7fb]?[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]*/gu;

/** The part of `typed` that became `matched` when stored (trimmed, NFC); in linear time. */
function quoteTyped(typed: string, stored: string, matched: string): string {
  if (typed.includes(matched)) return matched;
  const text = typed.trim();
  // A stored address may begin with a scheme that was not typed.
  const added = Math.max(0, stored.length - text.normalize('NFC').length);
  const start = stored.indexOf(matched) - added;
  let end = 0;
  const piece = (text.match(CLUSTER) ?? []).filter((cluster) => {
    const begin = end;
    end += cluster.normalize('NFC').length;
    return end > start && begin < start + matched.length;
  });
  return piece.join('').normalize('NFC').includes(matched) ? piece.join('') : text;
}

const HOST_CATEGORY = 'illegal' as const;
const HOLD_RULE = 'hosts';

/** The policy's verdict, combined with the operator's on the host. */
export function withRuling(explanation: PolicyExplanation, websiteUrl: string, ruling: Ruling | null) {
  if (ruling === null || ruling.verdict === 'pass' || explanation.finding) return explanation;
  const { address, verdict } = ruling;
  const from = websiteUrl.toLowerCase().indexOf(address);
  const matched = from < 0 ? websiteUrl : websiteUrl.slice(from, from + address.length);
  const { likelihood } = explanation;
  const host = { category: HOST_CATEGORY, field: 'website_url', matched, likelihood, words: [], rules: [] };
  if (verdict === 'refuse') return { ...explanation, verdict: 'refused' as const, flag: null, finding: host };
  const flag = explanation.flag ?? host;
  return {
    ...explanation,
    verdict: 'flagged' as const,
    flag: { ...flag, rules: [...flag.rules, HOLD_RULE] },
  };
}

interface Decision {
  readonly result: 'clean' | 'flagged' | 'refused';
  readonly category: PolicyCategory | null;
  /** Time spent on screening texts, without reading the host's verdict. */
  readonly seconds: number;
}

let watcher: ((decision: Decision) => void) | null = null;

/** Sets the callback for a server process's metrics; null: nothing is counted. */
export function watchDecisions(next: typeof watcher): void {
  watcher = next;
}

export interface Screened {
  readonly flag: PolicyFinding | null;
  readonly version: string;
  /** The policy's version as a number (`screened_by`). */
  readonly by: number;
}

interface ToScreen {
  readonly content: ListingContent;
  readonly typed?: unknown;
  readonly ruling?: Ruling | null | undefined;
  /** The current verdict, if the screening thread has computed it. */
  readonly explained?: PolicyExplanation | undefined;
}

/** Screens the texts as stored, unless the operator exempts the site. @throws DomainError content_policy */
export async function screenListing(
  { content, typed, ruling: known, explained }: ToScreen,
  trx?: Transaction,
): Promise<Screened> {
  const screened = screenedContent(content);
  const policy = policyInForce();
  const [ruling = null] = known === undefined ? await rulingsOn([content.website_url], trx) : [known];
  const began = performance.now();
  const judged = explained ?? explainContent(screened, policy, passedBy(ruling));
  const { verdict, finding, flag } = withRuling(judged, content.website_url, ruling);
  const seconds = (performance.now() - began) / 1000;
  watcher?.({ result: verdict, category: (finding ?? flag)?.category ?? null, seconds });
  if (finding) {
    // A refusal of a host is not counted: the operator decided it.
    if (finding.rules.length > 0) countRefusal(finding);
    throw contentPolicy(inTypedWords(finding, screened, typed));
  }
  return { flag, version: policy.version, by: policy.number };
}

/** Explains the verdict that a submission with the same fields would get. @throws DomainError validation_error */
export async function explainListing(actor: Actor, input: unknown, policy = policyInForce()) {
  requireAdmin(actor);
  const content = wholeContent(readPatch(input, ListingPatch, true).content);
  const address = content.website_url ?? '';
  const [ruling = null] = address ? await rulingsOn([address]) : [];
  const explanation = explainContent(screenedContent(content), policy, passedBy(ruling));
  return withRuling(explanation, address, ruling);
}

/** Whether a moderator must approve: the host is on hold, or the settings hold uncertain listings. */
export const isHeldWhenUnsure = (flag: PolicyFinding | null) =>
  flag !== null && (submissionRules().unsure === 'hold' || flag.rules.includes(HOLD_RULE));

/** Whether a listing waits only because the operator holds its host. */
export const isHostHold = ({ rules }: Pick<PolicyFinding, 'rules'>) =>
  rules.length === 1 && rules[0] === HOLD_RULE;

interface Doubts {
  readonly standing: Standing | undefined;
  readonly flag: PolicyFinding | null;
  readonly namesake: Namesake | undefined;
  /** Whether the submission rules hold all new listings of its owner. */
  readonly isWaiting?: boolean;
}

/** The first reason why a moderator must approve a listing; null: no particular one. */
export function heldBecause({ standing, flag, namesake, isWaiting }: Doubts): Said | null {
  if (standing?.verdict === 'held') return say('audit-reason.held');
  if (flag && isHeldWhenUnsure(flag)) return unsureReason(flag);
  if (namesake) return namesakeReason(namesake);
  return isWaiting && submissionRules().publishing === 'trusted' ? say('audit-reason.first') : null;
}

function unsureReason(flag: PolicyFinding): Said {
  if (isHostHold(flag)) return say('audit-reason.host-hold', { host: flag.matched });
  const [matched, words] = [flag.matched.slice(0, 400), flag.words.join(', ').slice(0, 100)];
  const message = words ? 'audit-reason.unsure-by' : 'audit-reason.unsure';
  return say(message, { matched, field: flag.field, ...(words ? { words } : {}) });
}

const namesakeReason = ({ name, host }: Namesake) => say('audit-reason.namesake', { name, host });

interface Held {
  readonly reason: Said;
  readonly namesake?: Namesake;
}

/** Why the caller's own listings wait, by slug: uncertain words, or a namesake. Skips other owners'. */
export async function heldBy(listings: readonly Listing[]): Promise<ReadonlyMap<string, Held>> {
  const held = listings.filter((listing) => listing.status === 'pending' && 'status_reason' in listing);
  if (held.length === 0) return new Map();
  const flags = await flagsAmong(held.map(({ id }) => id));
  const namesakes = await namesakesOf(held);
  return new Map(
    held.flatMap(({ id, slug }, n): [string, Held][] => {
      const [flag, namesake] = [flags.get(id), namesakes[n]];
      if (flag) return [[slug, { reason: unsureReason(flag) }]];
      return namesake ? [[slug, { reason: namesakeReason(namesake), namesake }]] : [];
    }),
  );
}

export async function withHeldReasons<L extends Listing>(
  { tell = toEnglish }: Reader,
  listings: readonly L[],
): Promise<L[]> {
  const reasons = await heldBy(listings);
  return listings.map((listing) => {
    const held = reasons.get(listing.slug);
    return held ? { ...listing, status_reason: tell(held.reason) } : listing;
  });
}
