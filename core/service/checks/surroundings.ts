// Checks outside the database: settings, disk, policy, browser, pictures, backups, the public address, the mail provider.
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { type Config, unknownVariables } from '../../kernel/config.js';
import { checkMail } from '../../mail/transport.js';
import { objectStore } from '../../pictures/media-store.js';
import { loadInstancePolicy, PolicyFileError } from '../../policy/screening.js';
import { catalogues } from '../../settings/texts.js';
import { scheduledBackups } from '../backup.js';
import { type Asked, broken, doubtful, type Found, fine, MEGABYTE, type Say } from './check.js';

/** Free bytes of a disk: below the first number, a database soon cannot write; below the second, it is time to act. */
const DISK_BROKEN = 200 * MEGABYTE;
const DISK_LOW = 2_048 * MEGABYTE;

/** Valid but dangerous settings, with advice. */
function doubtfulSettings(t: Say, config: Config): [finding: string, advice: string][] {
  const isHttps = new URL(config.publicUrl).protocol === 'https:';
  const doubts: [string, string][] = unknownVariables.map(({ name, nearest }) => [
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
    RATE_LIMIT_COST: config.rateLimitCost,
  };
  const off = Object.entries(limits).flatMap(([name, value]) => (value === 0 ? [name] : []));
  if (off.length > 0) {
    const finding = t('check.configuration.no-limit', { names: off.join(', ') });
    doubts.push([finding, t('check.configuration.no-limit-advice')]);
  }
  if (config.screenshotAllowPrivate) doubt('private');
  return doubts;
}

async function checkConfiguration({ t, config }: Asked): Promise<Found> {
  const doubts = doubtfulSettings(t, config);
  const valid = t('check.configuration.valid', { url: config.publicUrl });
  if (doubts.length === 0) return fine(valid);
  const finding = [valid, ...doubts.map(([doubt]) => doubt)].join('\n');
  return doubtful(finding, doubts.map(([, advice]) => advice).join('\n'));
}

/** An unreadable file stops the server at its next start. */
async function checkPolicy({ t, config: { dataDir } }: Asked): Promise<Found> {
  try {
    loadInstancePolicy(dataDir);
    return fine(t('check.policy.readable'));
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error;
    return broken(error.message, t('check.policy.advice'));
  }
}

async function checkLanguages({ t }: Asked): Promise<Found> {
  const { languages, problems } = catalogues();
  if (problems.length === 0) return fine([...languages.values()].map(({ name }) => name).join(', '));
  return doubtful(problems.join('\n'), t('check.languages.advice'));
}

export async function checkBrowser({ t, config, findBrowser }: Asked): Promise<Found> {
  if (!config.screenshots) return fine(t('check.browser.off'));
  const browser = await findBrowser?.();
  if (browser) return fine(`${browser.executablePath} (${browser.source})`);
  return doubtful(t('check.browser.none'), t('check.browser.advice'));
}

const PROBE = 'directory-admin-doctor';

async function checkPictures({ t, config: { mediaStore } }: Asked): Promise<Found> {
  const store = objectStore();
  if (store === null || mediaStore === 'database') return fine(t('check.pictures.database'));
  const place = `s3://${mediaStore.bucket}`;
  try {
    await store.get(PROBE);
    return fine(t('check.answers', { place }));
  } catch (error) {
    const reason = (error as Error).message;
    return broken(t('check.silent', { place, reason }), t('check.pictures.advice'));
  }
}

const ANSWER_TIME = 5_000;

/** Whether the service is reachable at the address in its emails and links. */
async function checkPublicAddress({ t, config: { publicUrl: place } }: Asked): Promise<Found> {
  if (['localhost', '127.0.0.1', '[::1]'].includes(new URL(place).hostname))
    return fine(t('check.address.local', { place }));
  const advice = t('check.address.advice');
  try {
    const answer = await fetch(`${place}/api/v1/health`, { signal: AbortSignal.timeout(ANSWER_TIME) });
    if (answer.ok) return fine(t('check.answers', { place }));
    return doubtful(t('check.address.status', { place, status: String(answer.status) }), advice);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message ? cause.message : message;
    return doubtful(t('check.silent', { place, reason }), advice);
  }
}

async function checkDisk({ t, config: { dataDir, databaseUrl } }: Asked): Promise<Found> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const finding = t('check.disk.free', {
      gigabytes: Math.floor(free / MEGABYTE / 100) / 10,
      folder: dataDir,
    });
    if (free >= DISK_LOW) return fine(finding);
    const advice = t(databaseUrl === null ? 'check.disk.room-for-all' : 'check.disk.room');
    return free < DISK_BROKEN ? broken(finding, advice) : doubtful(finding, advice);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return broken(t('check.disk.locked', { folder: dataDir, code }), t('check.disk.locked-advice'));
  }
}

const BACKUP_OVERDUE_HOURS = 26;

export async function checkBackups({ t, config }: Pick<Asked, 't' | 'config'>): Promise<Found> {
  const { backupDir: folder } = config;
  if (folder === null) return doubtful(t('check.backups.off'), t('check.backups.off-advice'));
  const made = await scheduledBackups(folder);
  const [newest] = made;
  if (!newest) return doubtful(t('check.backups.none', { folder }), t('check.backups.overdue-advice'));
  const hours = Math.floor((Date.now() - newest.at.getTime()) / 3_600_000);
  const finding = t('check.backups.newest', { folder, hours });
  const all = await scheduledBackups(folder, new Date(8.64e15));
  if (all.length > made.length) return doubtful(finding, t('check.backups.future-advice'));
  return hours < BACKUP_OVERDUE_HOURS ? fine(finding) : doubtful(finding, t('check.backups.overdue-advice'));
}

async function checkMailTransport({ t, config }: Asked): Promise<Found> {
  const { smtpUrl, dataDir, production } = config;
  try {
    await checkMail();
  } catch (error) {
    const reason = (error as Error).message;
    return smtpUrl
      ? broken(t('check.mail.refused', { reason }), t('check.mail.refused-advice'))
      : broken(t('check.mail.locked', { reason }), t('check.disk.locked-advice'));
  }
  if (smtpUrl) return fine(t('check.answers', { place: new URL(smtpUrl).host }));
  const finding = t('check.mail.outbox', { folder: `${dataDir}/outbox` });
  return production ? doubtful(finding, t('check.mail.advice')) : fine(finding);
}

export const MACHINE_CHECKS = {
  configuration: checkConfiguration,
  disk: checkDisk,
  policy: checkPolicy,
  languages: checkLanguages,
};

export const SURROUNDING_CHECKS = {
  pictures: checkPictures,
  backups: checkBackups,
  address: checkPublicAddress,
  mail: checkMailTransport,
};
