// The part of the table of variables (variables.ts) that is about the worker: screenshots and link checks.
import { flag, integer, text, variable } from './variable-kinds.js';

export const WORKER_VARIABLES = {
  SCREENSHOTS: flag('screenshots', true, '`off`: no captures, the screenshot fields stay null'),
  SCREENSHOT_SECRET: variable('screenshotSecret', {
    read: (read, name) => read.text(name) ?? '',
    fallback: 'generated into `DATA_DIR`',
    meaning: 'shared secret of the worker callback',
    isSecret: true,
  }),
  SCREENSHOT_ALLOW_PRIVATE: flag(
    'screenshotAllowPrivate',
    false,
    'tests and intranets only: sites may be IP addresses or localhost, and capture may reach private addresses',
  ),
  SCREENSHOT_CONCURRENCY: integer('screenshotConcurrency', {
    fallback: 2,
    min: 1,
    max: 16,
    meaning: 'captures at a time, 1 to 16',
  }),
  LINK_CHECKS: flag('linkChecks', true, '`off`: websites are checked only on request'),
  SITE_ICONS: flag('siteIcons', true, '`off`: listings without a logo do not get the icon of their site'),
  LINK_CHECK_DAYS: integer('linkCheckDays', {
    fallback: 7,
    min: 1,
    max: 90,
    meaning: 'days between two checks of a website, 1 to 90',
  }),
  CHROME_PATH: text('chromePath', { fallback: 'unset', meaning: 'the browser for captures' }),
} as const;
