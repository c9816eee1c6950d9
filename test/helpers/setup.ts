// Loaded by mocha before any test (.mocharc.json).
import { endTestDatabases } from './database.js';

/** Whatever the tests did, nothing of theirs is left running. */
export async function mochaGlobalTeardown(): Promise<void> {
  await endTestDatabases();
}
