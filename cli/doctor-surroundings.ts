// The checks of directory-admin doctor outside the database: settings, disk, policy, pictures, the public address.
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import type { Config, UnknownVariable } from '../core/kernel/config.js';
import { newestBackup } from '../core/operations/backup.js';
import { closeMediaStore, objectStore } from '../core/pictures/media-store.js';
import { loadInstancePolicy, PolicyFileError } from '../core/policy/instance.js';
import { catalogues } from '../core/site/languages.js';
import type { Check } from './doctor-checks.js';
import { groupDigits } from './text.js';

const MEGABYTE = 1024 * 1024;
/** Below the first a database soon cannot write; below the second it is time to act. */
const DISK_BROKEN = 200 * MEGABYTE;
const DISK_LOW = 2_048 * MEGABYTE;

/** Settings that are valid by themselves but dangerous, with advice. */
function doubtfulSettings(
  config: Config,
  unknown: readonly UnknownVariable[],
): [finding: string, advice: string][] {
  const doubts: [string, string][] = [];
  const isHttps = new URL(config.publicUrl).protocol === 'https:';
  for (const { name, nearest } of unknown) {
    const advice = nearest ? `Did you mean ${nearest}?` : 'docs/configuration.md lists what there is.';
    doubts.push([`${name} is not known and has no effect`, `${name}: ${advice}`]);
  }
  if (config.production && !isHttps) {
    doubts.push([
      'the public address is not https',
      'Set PUBLIC_URL to the https address people use: cookies are Secure only then.',
    ]);
  }
  if (isHttps && config.trustProxy === false) {
    doubts.push([
      'https without TRUST_PROXY',
      'Set TRUST_PROXY to the proxy in front: without it all visitors share one address, and its limits.',
    ]);
  }
  if (typeof config.trustProxy === 'number' && config.host === '0.0.0.0') {
    doubts.push([
      'HOST is open to all while TRUST_PROXY counts hops',
      'Set HOST=127.0.0.1: whoever reaches the port past the proxy may choose an address, and so has no limits.',
    ]);
  }
  const limits = {
    RATE_LIMIT: config.rateLimit,
    RATE_LIMIT_SIGN_UP: config.rateLimitSignUp,
    RATE_LIMIT_LISTING_WRITE: config.rateLimitListingWrite,
    RATE_LIMIT_SIGN_IN: config.rateLimitSignIn,
  };
  const off = Object.entries(limits).flatMap(([name, value]) => (value === 0 ? [name] : []));
  if (off.length > 0)
    doubts.push([`no limit: ${off.join(', ')}`, 'Take the zeros out unless something in front limits.']);
  if (config.screenshotAllowPrivate) {
    doubts.push([
      'capture may reach private addresses',
      'Set SCREENSHOT_ALLOW_PRIVATE=off unless this is a test or an intranet.',
    ]);
  }
  return doubts;
}

export function checkConfiguration(config: Config, unknown: readonly UnknownVariable[]): Check {
  const name = 'configuration';
  const doubts = doubtfulSettings(config, unknown);
  const finding = [`valid; public address ${config.publicUrl}`, ...doubts.map(([doubt]) => doubt)].join('\n');
  if (doubts.length === 0) return { name, verdict: 'ok', finding };
  return { name, verdict: 'attention', finding, advice: doubts.map(([, advice]) => advice).join('\n') };
}

/** A file that cannot be read stops the server at its next start. */
export function checkPolicy({ dataDir }: Config): Check {
  const name = 'policy';
  try {
    loadInstancePolicy(dataDir);
    return { name, verdict: 'ok', finding: 'the content policy can be read' };
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error;
    const advice =
      'Correct policy.json (docs/content-policy.md) or take it away: the service does not start with it.';
    return { name, verdict: 'broken', finding: error.message, advice };
  }
}

/** An operator's own files of messages. */
export function checkLanguages(): Check {
  const name = 'languages';
  const { languages, problems } = catalogues();
  if (problems.length === 0) return { name, verdict: 'ok', finding: [...languages.keys()].join(', ') };
  const advice =
    'Correct the files in DATA_DIR/languages and restart; docs/languages.md says how they are made.';
  return { name, verdict: 'attention', finding: problems.join('\n'), advice };
}

/** The key of an object that nothing stores. */
const PROBE = 'directory-admin-doctor';

export async function checkPictures({ mediaStore }: Config): Promise<Check> {
  const name = 'pictures';
  const store = objectStore();
  if (store === null || mediaStore === 'database') {
    return { name, verdict: 'ok', finding: 'kept in the database' };
  }
  const place = `s3://${mediaStore.bucket}`;
  try {
    await store.get(PROBE);
    return { name, verdict: 'ok', finding: `${place} answers` };
  } catch (error) {
    const finding = `${place} does not answer: ${(error as Error).message}`;
    const advice = 'Check S3_ENDPOINT, its keys and the bucket: pictures are neither stored nor shown.';
    return { name, verdict: 'broken', finding, advice };
  } finally {
    await closeMediaStore();
  }
}

/** Milliseconds within which the public address has to respond. */
const ANSWER_TIME = 5_000;

/** Whether the service can be reached at the address that its emails and links use. */
export async function checkPublicAddress({ publicUrl }: Config): Promise<Check> {
  const name = 'address';
  if (['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)) {
    return { name, verdict: 'ok', finding: `${publicUrl}: for this machine only` };
  }
  const advice = 'Start the service, or correct PUBLIC_URL, the name in the DNS, or the proxy in front.';
  try {
    const answer = await fetch(`${publicUrl}/api/v1/health`, { signal: AbortSignal.timeout(ANSWER_TIME) });
    if (answer.ok) return { name, verdict: 'ok', finding: `${publicUrl} answers` };
    return { name, verdict: 'attention', finding: `${publicUrl} answers with ${answer.status}`, advice };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error && cause.message ? cause.message : message;
    return { name, verdict: 'attention', finding: `${publicUrl} does not answer: ${why}`, advice };
  }
}

export async function checkDisk({ dataDir, databaseUrl }: Config): Promise<Check> {
  const name = 'disk';
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const finding = `${groupDigits(Math.floor(free / MEGABYTE))} MB free for ${dataDir}`;
    if (free >= DISK_LOW) return { name, verdict: 'ok', finding };
    const what =
      databaseUrl === null ? 'the database, secrets and emails are there' : 'secrets and emails are there';
    const advice = `Make room: ${what}.`;
    return { name, verdict: free < DISK_BROKEN ? 'broken' : 'attention', finding, advice };
  } catch (error) {
    const finding = `${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code})`;
    return { name, verdict: 'broken', finding, advice: 'Give this account the directory, or set DATA_DIR.' };
  }
}

/** A daily backup, with a margin. */
const BACKUP_OVERDUE_HOURS = 26;

export async function checkBackups({ backupDir, production }: Config): Promise<Check> {
  const name = 'backups';
  if (backupDir === null) {
    if (!production) return { name, verdict: 'ok', finding: 'none are made by the service' };
    const advice = 'Set BACKUP_DIR, or make sure that something else calls directory-admin backup.';
    return { name, verdict: 'attention', finding: 'none are made by the service', advice };
  }
  const newest = await newestBackup(backupDir);
  const hours = newest === null ? null : Math.floor((Date.now() - newest.getTime()) / 3_600_000);
  const finding =
    hours === null ? `none in ${backupDir}` : `the newest in ${backupDir} is ${hours} hours old`;
  if (hours !== null && hours < BACKUP_OVERDUE_HOURS) return { name, verdict: 'ok', finding };
  const advice = 'One is made within an hour of the start of the service; its log says why it could not be.';
  return { name, verdict: 'attention', finding, advice };
}
