// Loaded by mocha before any test (.mocharc.json), and by test/run-worker.mjs.
import './cheap-hashes.js';
import './one-reader.js';
import './temporary.js';
import { endTestDatabases } from './database.js';
import { endShared } from './endings.js';
import { removeTempDirs } from './environment.js';

/** Whatever the tests did, nothing of theirs keeps running. */
export async function mochaGlobalTeardown(): Promise<void> {
  await endShared();
  await endTestDatabases();
  removeTempDirs();
}
