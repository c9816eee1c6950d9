// What the operator of one instance adds to the policy or exempts from it: DATA_DIR/policy.json.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { ConfigError, config } from '../kernel/config.js';
import { log } from '../kernel/log.js';
import { builtInPolicy, type CompiledPolicy, compilePolicy, InstancePolicy } from './engine/compile.js';

/** An invalid `policy.json`; the message says where and why. */
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

/** @throws PolicyFileError for bad JSON, a wrong shape or an unknown rule id */
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

/** Whether the operator of this instance adds anything to the policy. */
export function hasInstancePolicy(): boolean {
  return existsSync(fileOf(config.dataDir));
}

/** The built-in policy with `policy.json` of the data directory, if there is one. @throws PolicyFileError */
export function loadInstancePolicy(dataDir: string): CompiledPolicy {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return builtInPolicy();
  return compilePolicy(parseInstancePolicy(readFileSync(file, 'utf8'), file));
}

let inForce: { readonly stamp: string; readonly policy: CompiledPolicy } | null = null;

/**
 * The current policy of this instance: the file is reloaded when it has changed, without a restart. An invalid file is
 * logged, and the previous policy stays.
 * @throws PolicyFileError when there is no previous policy: at the start
 */
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
