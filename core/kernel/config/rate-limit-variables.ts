// The variables that set the rate limits (a part of variables.ts); rate-limits.ts counts by them.
import { integer, limit, variable } from './variable-kinds.js';
import { readWorkers } from './variable-values.js';

export const LIMIT_VARIABLES = {
  RATE_LIMIT: limit('rateLimit', 60, 'requests per window; `0` switches a limit off'),
  RATE_LIMIT_SIGN_UP: limit('rateLimitSignUp', 8, 'sign-ups per window and address'),
  RATE_LIMIT_LISTING_WRITE: limit('rateLimitListingWrite', 12, 'listing writes per window and address'),
  RATE_LIMIT_REPORT: limit('rateLimitReport', 6, 'reports of listings per window and address'),
  RATE_LIMIT_SIGN_IN: limit('rateLimitSignIn', 10, 'failed sign-ins in 15 minutes per email and address'),
  RATE_LIMIT_WINDOW: integer('rateLimitWindow', { fallback: 60, min: 1, max: 86_400, meaning: 'seconds' }),
  RATE_LIMIT_STORE: variable('rateLimitStore', {
    read: (read, name) => {
      const hasOthers = readWorkers(read, 'WORKERS') > 1;
      const usual = read.text('DATABASE_URL') ? 'postgres' : 'memory';
      const chosen = read.choice(name, ['memory', 'postgres'] as const, usual);
      return hasOthers ? 'postgres' : chosen;
    },
    fallback: '`memory`; `postgres` when `DATABASE_URL` is set',
    meaning: 'where the counters are: in the process, or in the database, as always with several `WORKERS`',
  }),
} as const;
