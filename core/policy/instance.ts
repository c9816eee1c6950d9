// The operator's additions and exemptions: DATA_DIR/policy.json.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { ConfigError, config } from '../kernel/config.js';
import { log } from '../kernel/log.js';
import { builtInPolicy, type CompiledPolicy, compilePolicy, InstancePolicy } from './engine/compile.js';

/** The message says where `policy.json` is invalid, and why. */
export class PolicyFileError extends ConfigError {
  override readonly name = 'PolicyFileError';

  constructor(file: string, problem: string) {
    super([`${file}: ${problem}`]);
  }
}

/** Compiled only if the file exists: that takes longer than reading the whole vocabulary. */
const compileValidator = () =>
  new Ajv({ allErrors: true, useDefaults: true }).compile<InstancePolicy>(InstancePolicy);
let compiled: ReturnType<typeof compileValidator> | undefined;

/** @throws PolicyFileError for invalid JSON, a wrong shape or an unknown rule id */
export function parseInstancePolicy(json: string, file = 'policy.json'): InstancePolicy {
  compiled ??= compileValidator();
  const validate = compiled;
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
  const hosts = data.exempt.hosts.map((host) => host.toLowerCase());
  return { ...data, exempt: { ...data.exempt, hosts } };
}

const fileOf = (dataDir: string) => join(dataDir, 'policy.json');

export function hasInstancePolicy(): boolean {
  return existsSync(fileOf(config.dataDir));
}

/** The built-in policy with the data directory's `policy.json`, if any. @throws PolicyFileError */
export function loadInstancePolicy(dataDir: string): CompiledPolicy {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return builtInPolicy();
  return compilePolicy(parseInstancePolicy(readFileSync(file, 'utf8'), file));
}

let inForce: { readonly stamp: string; readonly policy: CompiledPolicy } | null = null;

/** The current policy: reloads the file after a change, without a restart. Logs an invalid file and keeps the
 * previous policy. @throws PolicyFileError at the start, without a previous policy */
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
