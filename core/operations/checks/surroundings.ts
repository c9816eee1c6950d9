// Checks outside the database: settings, disk, policy, browser, pictures, backups, the public address, the mail provider.
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import type { Config, UnknownVariable } from '../../kernel/config.js';
import { checkMail } from '../../kernel/mail.js';
import { objectStore } from '../../pictures/media-store.js';
import { loadInstancePolicy, PolicyFileError } from '../../policy/instance.js';
import { catalogues } from '../../site/languages.js';
import { newestBackup } from '../backup.js';
import { type Check, MEGABYTE, type Say } from './check.js';

/** Below the first a database soon cannot write; below the second it is time to act. */
const DISK_BROKEN = 200 * MEGABYTE;
const DISK_LOW = 2_048 * MEGABYTE;

/** Settings that are valid by themselves but dangerous, with advice. */
function doubtfulSettings(
  t: Say,
  config: Config,
  unknown: readonly UnknownVariable[],
): [finding: string, advice: string][] {
  const isHttps = new URL(config.publicUrl).protocol === 'https:';
  const doubts: [string, string][] = unknown.map(({ name, nearest }) => [
    t('check.configuration.unknown', { name }),
    nearest
      ? t('check.configuration.nearest', { name, nearest })
      : t('check.configuration.unknown-advice', { name }),
  ]);
  const doubt = (name: 'http' | 'proxy' | 'hops' | 'private') =>
    doubts.push([t(`check.configuration.${name}`), t(`check.configuration.${name}-advice`)]);
  if (config.production && !isHttps) doubt('http');
  if (isHttps && config.trustProxy === false) doubt('proxy');
  if (typeof config.trustProxy === 'number' && config.host === '0.0.0.0') doubt('hops');
  const limits = {
    RATE_LIMIT: config.rateLimit,
    RATE_LIMIT_SIGN_UP: config.rateLimitSignUp,
    RATE_LIMIT_LISTING_WRITE: config.rateLimitListingWrite,
    RATE_LIMIT_SIGN_IN: config.rateLimitSignIn,
  };
  const off = Object.entries(limits).flatMap(([name, value]) => (value === 0 ? [name] : []));
  if (off.length > 0) {
    const finding = t('check.configuration.no-limit', { names: off.join(', ') });
    doubts.push([finding, t('check.configuration.no-limit-advice')]);
  }
  if (config.screenshotAllowPrivate) doubt('private');
  return doubts;
}

export function checkConfiguration(t: Say, config: Config, unknown: readonly UnknownVariable[]): Check {
  const name = 'configuration';
  const doubts = doubtfulSettings(t, config, unknown);
  const valid = t('check.configuration.valid', { url: config.publicUrl });
  const finding = [valid, ...doubts.map(([doubt]) => doubt)].join('\n');
  if (doubts.length === 0) return { name, verdict: 'ok', finding };
  return { name, verdict: 'attention', finding, advice: doubts.map(([, advice]) => advice).join('\n') };
}

/** A file that cannot be read stops the server at its next start. */
export function checkPolicy(t: Say, { dataDir }: Config): Check {
  const name = 'policy';
  try {
    loadInstancePolicy(dataDir);
    return { name, verdict: 'ok', finding: t('check.policy.readable') };
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error;
    return { name, verdict: 'broken', finding: error.message, advice: t('check.policy.advice') };
  }
}

/** An operator's own files of messages. */
export function checkLanguages(t: Say): Check {
  const name = 'languages';
  const { languages, problems } = catalogues();
  if (problems.length === 0) return { name, verdict: 'ok', finding: [...languages.keys()].join(', ') };
  return { name, verdict: 'attention', finding: problems.join('\n'), advice: t('check.languages.advice') };
}

export type FindBrowser = () => Promise<{ executablePath: string; source: string } | null>;

export async function checkBrowser(t: Say, config: Config, findBrowser: FindBrowser): Promise<Check> {
  const name = 'browser';
  if (!config.screenshots) return { name, verdict: 'ok', finding: t('check.browser.off') };
  const browser = await findBrowser();
  if (browser) return { name, verdict: 'ok', finding: `${browser.executablePath} (${browser.source})` };
  return { name, verdict: 'attention', finding: t('check.browser.none'), advice: t('check.browser.advice') };
}

/** The key of an object that nothing stores. */
const PROBE = 'directory-admin-doctor';

export async function checkPictures(t: Say, { mediaStore }: Config): Promise<Check> {
  const name = 'pictures';
  const store = objectStore();
  if (store === null || mediaStore === 'database') {
    return { name, verdict: 'ok', finding: t('check.pictures.database') };
  }
  const place = `s3://${mediaStore.bucket}`;
  try {
    await store.get(PROBE);
    return { name, verdict: 'ok', finding: t('check.answers', { place }) };
  } catch (error) {
    const finding = t('check.silent', { place, reason: (error as Error).message });
    return { name, verdict: 'broken', finding, advice: t('check.pictures.advice') };
  }
}

/** Milliseconds within which the public address has to respond. */
const ANSWER_TIME = 5_000;

/** Whether the service can be reached at the address that its emails and links use. */
export async function checkPublicAddress(t: Say, { publicUrl: place }: Config): Promise<Check> {
  const name = 'address';
  if (['localhost', '127.0.0.1', '[::1]'].includes(new URL(place).hostname)) {
    return { name, verdict: 'ok', finding: t('check.address.local', { place }) };
  }
  const advice = t('check.address.advice');
  try {
    const answer = await fetch(`${place}/api/v1/health`, { signal: AbortSignal.timeout(ANSWER_TIME) });
    if (answer.ok) return { name, verdict: 'ok', finding: t('check.answers', { place }) };
    const finding = t('check.address.status', { place, status: String(answer.status) });
    return { name, verdict: 'attention', finding, advice };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message ? cause.message : message;
    return { name, verdict: 'attention', finding: t('check.silent', { place, reason }), advice };
  }
}

export async function checkDisk(t: Say, { dataDir, databaseUrl }: Config): Promise<Check> {
  const name = 'disk';
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const finding = t('check.disk.free', { megabytes: Math.floor(free / MEGABYTE), folder: dataDir });
    if (free >= DISK_LOW) return { name, verdict: 'ok', finding };
    const advice = t(databaseUrl === null ? 'check.disk.room-for-all' : 'check.disk.room');
    return { name, verdict: free < DISK_BROKEN ? 'broken' : 'attention', finding, advice };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const finding = t('check.disk.locked', { folder: dataDir, code });
    return { name, verdict: 'broken', finding, advice: t('check.disk.locked-advice') };
  }
}

/** A daily backup, with a margin. */
const BACKUP_OVERDUE_HOURS = 26;

export async function checkBackups(t: Say, { backupDir }: Config): Promise<Check> {
  const name = 'backups';
  if (backupDir === null) {
    return {
      name,
      verdict: 'attention',
      finding: t('check.backups.off'),
      advice: t('check.backups.off-advice'),
    };
  }
  const newest = await newestBackup(backupDir);
  const hours = newest === null ? null : Math.floor((Date.now() - newest.getTime()) / 3_600_000);
  const finding =
    hours === null
      ? t('check.backups.none', { folder: backupDir })
      : t('check.backups.newest', { folder: backupDir, hours });
  if (hours !== null && hours < BACKUP_OVERDUE_HOURS) return { name, verdict: 'ok', finding };
  return { name, verdict: 'attention', finding, advice: t('check.backups.overdue-advice') };
}

export async function checkMailTransport(t: Say, config: Config): Promise<Check> {
  const name = 'mail';
  const { smtpUrl, dataDir, production } = config;
  try {
    await checkMail();
  } catch (error) {
    const reason = (error as Error).message;
    const finding = t(smtpUrl ? 'check.mail.refused' : 'check.mail.locked', { reason });
    const advice = t(smtpUrl ? 'check.mail.refused-advice' : 'check.disk.locked-advice');
    return { name, verdict: 'broken', finding, advice };
  }
  if (smtpUrl) {
    return { name, verdict: 'ok', finding: t('check.answers', { place: new URL(smtpUrl).host }) };
  }
  const finding = t('check.mail.outbox', { folder: `${dataDir}/outbox` });
  if (!production) return { name, verdict: 'ok', finding };
  return { name, verdict: 'attention', finding, advice: t('check.mail.advice') };
}
