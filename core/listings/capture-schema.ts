// What a capture worker reports through POST /api/v1/internal/screenshots (C8).
import { type Static, Type } from '@sinclair/typebox';
import { optionalText, warnings, word } from '../kernel/schema.js';
import { SCREENSHOT_STATUSES } from './schema.js';

export const ScreenshotReport = Type.Object(
  {
    listing_id: Type.String({ minLength: 1, maxLength: 100, 'x-text': 'line' }),
    status: word(['ready', 'failed'] as const),
    screenshot_url: Type.Optional(
      optionalText(1000, { description: 'Absolute http(s) address; required when the status is ready.' }),
    ),
    capture: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'Number of the capture reported; without it the current one is meant.',
      }),
    ),
  },
  { title: 'ScreenshotReport' },
);
export type ScreenshotReport = Static<typeof ScreenshotReport>;

export const ScreenshotResult = Type.Object(
  { listing_id: Type.String(), screenshot_status: word(SCREENSHOT_STATUSES), warnings },
  { title: 'ScreenshotResult' },
);
