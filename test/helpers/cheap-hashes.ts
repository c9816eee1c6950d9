// Passwords of tests are hashed at the lowest cost of argon2: there are hundreds, and no test depends on the cost.
// Imported before everything that imports the package. Child processes hash as the service does.
import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;

let last: Options | null | undefined;

argon2.hash = (password, options, signal) => {
  last = options;
  return hash(password, { ...options, memoryCost: 8, timeCost: 1 }, signal);
};

/** The options that the service gave for its last hash. */
export const hashOptions = () => last;
