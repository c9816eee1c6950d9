// Frames: pages without the part that changes more often than the rest, which is put in its place each time. Made once
// for all guests until something changes that they were made from.
import type { Request, Response } from 'express';
import { pageKey } from './cached-responses.js';
import { type Dependencies, DependencyCache } from './dependency-cache.js';

/** Where the part belongs: a character that no text of a page has. */
export const SLOT = '\0';

interface Page {
  readonly html: string;
  readonly from: Dependencies;
}

export interface Frame {
  readonly before: string;
  readonly after: string;
  readonly from: Dependencies;
}

/** The pages of lists that are read most: with their rows some 30 KB each. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The cache of frames of one application. */
export function createFrameCache(): DependencyCache<Frame> {
  return new DependencyCache(({ before, after }) => 2 * (before.length + after.length), MAX_BYTES);
}

/**
 * The frame of a page; made for this visitor alone where the response is not one for all guests.
 * @param make the page with SLOT in it, and what it was made from
 */
export async function frameOf(req: Request, res: Response, make: () => Promise<Page>): Promise<Frame> {
  const frames: DependencyCache<Frame> = req.app.locals.frameCache;
  const key = pageKey(req, res);
  const { contentVersion } = res.locals;
  const isShared = typeof contentVersion === 'number';
  const known = isShared ? frames.find(key) : null;
  if (known) return known;
  const frame = splitFrame(await make());
  if (isShared) frames.set(key, contentVersion, frame.from, frame);
  return frame;
}

/** @param page with SLOT in it once */
export function splitFrame({ html, from }: Page): Frame {
  const at = html.indexOf(SLOT);
  if (at < 0 || at !== html.lastIndexOf(SLOT)) throw new Error('a frame has one slot');
  return { before: html.slice(0, at), after: html.slice(at + SLOT.length), from };
}
