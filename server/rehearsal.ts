// A start without a database, for the build: the code it compiles is stored for later starts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure } from '../core/kernel/config.js';
import { loadQueue } from '../core/kernel/queue.js';
import { rehearseSubmission } from '../core/listings/rehearse.js';
import { catalogues } from '../core/site/languages.js';
import { bindModels, createPool } from '../db/connection.js';

/** Loads what a start loads, and runs the parts that need no database. Changes the configuration of this process. */
export async function rehearseStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  try {
    configure({ DATA_DIR: folder });
    // No query is sent: no connection is opened.
    bindModels(createPool('postgresql://127.0.0.1:1/none'));
    const [{ createApp }] = await Promise.all([
      import('./app.js'),
      import('./main.js'),
      import('./jobs/worker.js'),
      loadQueue(),
    ]);
    catalogues();
    createApp();
    await rehearseSubmission();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
