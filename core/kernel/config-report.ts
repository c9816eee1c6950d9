// The configuration as an operator may look at it: by variable, with what is secret hidden.
import type { Config } from './config.js';

const HIDDEN = '(hidden)';
const UNSET = null;

/** The value in force for each variable; null where it is unset. Secrets and passwords are hidden. */
export function reportConfig(config: Config): Record<string, string | number | boolean | null> {
  const { rateLimits, s3 } = config;
  const onOff = (flag: boolean) => (flag ? 'on' : 'off');
  const list = (items: readonly string[]) => items.join(', ') || UNSET;
  return {
    HOST: config.host,
    PORT: config.port,
    PUBLIC_URL: config.publicUrl,
    TRUSTED_ORIGINS: list(config.trustedOrigins),
    TRUST_HOST: onOff(config.trustHost),
    TRUST_PROXY: config.trustProxy === false ? 'off' : String(config.trustProxy),
    DATABASE_URL: withoutPassword(config.databaseUrl),
    DATA_DIR: config.dataDir,
    MONGODB_URL: withoutPassword(config.mongodbUrl),
    SESSION_SECRET: HIDDEN,
    ADMIN_EMAILS: list(config.adminEmails),
    SERVICE_NAME: config.serviceName,
    AUTO_PUBLISH: onOff(config.autoPublish),
    SCREENSHOTS: onOff(config.screenshots),
    SCREENSHOT_SECRET: HIDDEN,
    SCREENSHOT_ALLOW_PRIVATE: onOff(config.screenshotAllowPrivate),
    SCREENSHOT_CONCURRENCY: config.screenshotConcurrency,
    CHROME_PATH: config.chromePath,
    MEDIA_STORE: config.mediaStore === 'database' ? 'database' : `s3://${config.mediaStore.bucket}`,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey === null ? UNSET : HIDDEN,
    SMTP_URL: withoutPassword(config.smtpUrl),
    MAIL_FROM: config.mailFrom,
    REQUIRE_EMAIL_VERIFICATION: onOff(config.requireEmailVerification),
    PASSWORD_RESET: onOff(config.passwordReset),
    RATE_LIMIT: rateLimits.general,
    RATE_LIMIT_SIGN_UP: rateLimits.signUp,
    RATE_LIMIT_LISTING_WRITE: rateLimits.listingWrite,
    RATE_LIMIT_SIGN_IN: rateLimits.signIn,
    RATE_LIMIT_WINDOW: rateLimits.window,
    RATE_LIMIT_STORE: rateLimits.store,
    BLOCK_UNUSUAL_USER_AGENTS: onOff(config.blockUnusualUserAgents),
    DOCS_URL: config.docsUrl,
    LOG_LEVEL: config.logLevel,
    LOG_FORMAT: config.logFormat,
  };
}

/** A connection string may carry a password in its authority and, for some, in its parameters. */
function withoutPassword(text: string | null): string | null {
  if (text === null) return UNSET;
  return text
    .replace(/^([a-z0-9+.-]+:\/\/[^:@/?#]*):[^@/]*@/i, `$1:${HIDDEN}@`)
    .replace(/([?&](?:password|pass|secret|token|key)=)[^&]*/gi, `$1${HIDDEN}`);
}
