// The content policy (C6): one pure, synchronous screen for every write at every door. docs/content-policy.md
// describes method, figures and tuning.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { ConfigError, config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { log } from '../kernel/log.js';
import { builtInPolicy, type CompiledPolicy, compilePolicy, InstancePolicy } from './engine/compile.js';
import { findAll, piecesOf, type Reading, sentenceEnds } from './engine/findings.js';
import { fire } from './engine/firing.js';
import { judge } from './engine/model.js';
import type {
  FiredRule,
  PolicyCategory,
  PolicyExplanation,
  PolicyFinding,
  ScreenedContent,
} from './engine/types.js';
import { findingOf, flagOf } from './engine/verdict.js';

export { builtInPolicy, type CompiledPolicy } from './engine/compile.js';
export {
  POLICY_CATEGORIES,
  type PolicyCategory,
  PolicyExplanation,
  PolicyFinding,
  type ScreenedContent,
} from './engine/types.js';

/** @returns null if allowed, else the category, and the evidence with its field */
export function screenContent(content: ScreenedContent, policy: CompiledPolicy = builtInPolicy()) {
  return explainContent(content, policy).finding;
}

/** The error of a finding: what matched, its category, and how to appeal. */
export function contentPolicy({ matched, field, category }: PolicyFinding): DomainError {
  const details = { matched, field, category };
  return new DomainError('content_policy', say('error.content-policy', details), details);
}

/** Everything the screen finds. @param passed exempted categories: their rules do not refuse */
export function explainContent(
  content: ScreenedContent,
  policy: CompiledPolicy = builtInPolicy(),
  passed: readonly PolicyCategory[] = [],
): PolicyExplanation {
  const pieces = piecesOf(content);
  const findings = findAll(policy.lexicon, pieces);
  const ends = sentenceEnds(pieces);
  // `outright` negates the next word, even a guarding one.
  const denials = new Set(findings.of('negation.outright').map(({ to }) => to));
  const reading: Reading = { findings, ends, denials };
  const firings = policy.rules.flatMap((rule) => fire(reading, rule));
  const counted = firings.filter(({ excused }) => excused === null);
  const judgement = judge(policy.model, findings, ends);
  const evidence = { firings: counted, judgement, passed };
  const finding = findingOf(evidence);
  const flag = finding ? null : flagOf(pieces, evidence);
  const rules = [...counted, ...firings.filter(({ excused }) => excused !== null)];
  return {
    version: policy.version,
    verdict: finding ? 'refused' : flag ? 'flagged' : 'clean',
    finding,
    flag,
    likelihood: judgement.worst.likelihood,
    rules: rules.map(({ at: _at, isGuarded: _guarded, ...rule }): FiredRule => rule),
  };
}

/** Kinds of allowed content that resemble violations. Each has a message, such as `policy.welcomed.fiction`. */
export const WELCOMED = ['protection', 'licensed', 'age-limits', 'fiction'] as const;

// The operator's additions and exemptions: DATA_DIR/policy.json.

/** The message says where `policy.json` is invalid, and why. */
export class PolicyFileError extends ConfigError {
  override readonly name = 'PolicyFileError';

  constructor(file: string, problem: string) {
    super([`${file}: ${problem}`]);
  }
}

/** @throws PolicyFileError for invalid JSON, a wrong shape or an unknown rule id */
export function parseInstancePolicy(json: string, file = 'policy.json'): InstancePolicy {
  // Compile the schema only if the file exists: compiling takes longer than reading the whole vocabulary.
  const validate = new Ajv({ allErrors: true, useDefaults: true }).compile<InstancePolicy>(InstancePolicy);
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch (error) {
    throw new PolicyFileError(file, `is not JSON (${(error as Error).message})`);
  }
  if (!validate(data)) {
    const problems = (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`);
    throw new PolicyFileError(file, problems.join('; '));
  }
  const known = new Set(builtInPolicy().rules.map(({ id }) => id));
  for (const id of data.exempt.rules) {
    if (!known.has(id))
      throw new PolicyFileError(file, `/exempt/rules names no rule of this version: "${id}"`);
  }
  return data;
}

const fileOf = (dataDir: string) => join(dataDir, 'policy.json');

export const hasInstancePolicy = (): boolean => existsSync(fileOf(config.dataDir));

/** The built-in policy with the data directory's `policy.json`, if any. @throws PolicyFileError */
export function loadInstancePolicy(dataDir: string): CompiledPolicy {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return builtInPolicy();
  return compilePolicy(parseInstancePolicy(readFileSync(file, 'utf8'), file));
}

let inForce: { readonly stamp: string; readonly policy: CompiledPolicy } | null = null;

/** The policy; reloads a changed file. Logs an invalid file, keeps the policy. @throws PolicyFileError at the start */
export function policyInForce(): CompiledPolicy {
  const file = fileOf(config.dataDir);
  const state = statSync(file, { throwIfNoEntry: false });
  const stamp = `${file} ${state?.mtimeMs ?? 'none'} ${state?.size ?? 0}`;
  if (inForce?.stamp === stamp) return inForce.policy;
  try {
    inForce = { stamp, policy: loadInstancePolicy(config.dataDir) };
  } catch (error) {
    if (!inForce?.stamp.startsWith(`${file} `)) throw error;
    log.error({ err: error }, 'the content policy of this instance cannot be read; the one before it stays');
    inForce = { stamp, policy: inForce.policy };
  }
  return inForce.policy;
}
