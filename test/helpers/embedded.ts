// The embedded PostgreSQL of a data directory that a test is about to delete.
import { join } from 'node:path';
import { clusterHome } from '../../db/embedded/cluster.js';
import { stopPostmaster } from '../../db/embedded/postmaster.js';

/** Stops the server of a data directory, even while it is used. */
export async function endEmbeddedPostgres(dataDir: string): Promise<void> {
  await stopPostmaster(join(clusterHome(dataDir), 'cluster'));
}
