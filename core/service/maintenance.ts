// Maintenance mode: while DATA_DIR has a file `maintenance`, every request except health checks gets 503 with the
// file's text. A file works without the database, and for all processes of a DATA_DIR at once.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { config } from '../kernel/config.js';

const DEFAULT_NOTICE = 'The directory is closed for maintenance. Try again soon.';
/** How often the file is read: not every request should access the disk. */
const POLL_INTERVAL_MS = 500;

let seen: { at: number; file: string; notice: string | null } | null = null;

const noticeFile = () => join(config.dataDir, 'maintenance');

/** The message for visitors, or null while the service is open. */
export function maintenanceNotice(): string | null {
  const file = noticeFile();
  const now = performance.now();
  if (seen === null || seen.file !== file || now - seen.at > POLL_INTERVAL_MS)
    seen = { at: now, file, notice: readNotice(file) };
  return seen.notice;
}

function readNotice(file: string): string | null {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return null;
  return readFileSync(file, 'utf8').trim() || DEFAULT_NOTICE;
}

/** Closes the service to visitors with a notice ('': the default), or opens it again (null). */
export function setMaintenance(actor: Actor, notice: string | null): string | null {
  requireAdmin(actor);
  if (notice === null) rmSync(noticeFile(), { force: true });
  else writeFileSync(noticeFile(), `${notice}\n`, { mode: 0o644 });
  seen = null;
  return maintenanceNotice();
}
