// The profile folders of browsers, one for each. A browser's own is removed with it; a worker that is killed leaves it.
import { chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { browserHome, type Confinement } from './browser-account.js';

const PREFIX = 'profile-';
/** As `mkdtemp` names them: other folders in the browser's home are not ours to remove. */
const PROFILE = new RegExp(`^${PREFIX}[A-Za-z0-9]{6}$`);
/**
 * Far above the life of a browser, which ends after 50 captures or five idle minutes, and with its worker: other
 * workers' browsers, whose profiles are in the same home, keep theirs.
 */
const ABANDONED_AFTER = 24 * 60 * 60_000;

/** A new profile, for the account the browser runs as. */
export async function makeProfile(account: Confinement['account']): Promise<string> {
  const home = await browserHome();
  await mkdir(home, { recursive: true });
  const profile = await mkdtemp(join(home, PREFIX));
  if (account) await chown(profile, account.uid, account.gid);
  return profile;
}

export async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}

/** Removes the profiles of browsers that ended with a killed worker. Never throws: captures work without. */
export async function sweepProfiles(): Promise<void> {
  const home = await browserHome();
  // Before the first launch there is no home; one that cannot be read stops the launch, which says so.
  const entries = await readdir(home, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isDirectory() || !PROFILE.test(entry.name)) continue;
    const profile = join(home, entry.name);
    // Another worker may have removed it meanwhile.
    const found = await stat(profile).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER) await removeProfile(profile);
  }
}
