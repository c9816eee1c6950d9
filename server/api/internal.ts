// The callback of capture workers, ours and others': not for agents, not rate limited.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { config } from '../../core/kernel/config.js';
import { unauthorized } from '../../core/kernel/errors.js';
import { recordScreenshot, ScreenshotReport, ScreenshotResult } from '../../core/upkeep/captures.js';
import { ok, routesOf } from './route.js';

const shared = { path: '/api/v1/internal' } as const;

export const internalRoutes = routesOf(shared, {
  reportScreenshot: {
    post: '/screenshots',
    tag: 'Internal',
    summary: 'Report the result of a screenshot capture',
    description: 'For capture workers, with the shared secret. An identical repeat is answered alike.',
    access: 'worker',
    isUnlimited: true,
    body: ScreenshotReport,
    answer: ['Recorded', ScreenshotResult],
    errors: ['not_found', 'stale_capture'],
    run: async ({ body }) => ok(await recordScreenshot(body)),
  },
});

/** Runs before the body is read. */
export function requireWorkerSecret(req: Request): void {
  const bearer = /^Bearer\s+(\S.*)$/i.exec(req.get('authorization') ?? '')?.[1];
  const given = req.get(config.screenshotHeader) ?? bearer ?? '';
  if (!isEqual(given, config.screenshotSecret)) {
    throw unauthorized(`Send the worker secret as ${config.screenshotHeader}, or as Bearer.`);
  }
}

/** Compares in constant time, whatever the lengths. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
