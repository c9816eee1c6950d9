// Frames: pages without the part that changes more often than the rest, which is inserted on each request. Rendered
// once for all guests until something they depend on changes.
import type { Request, Response } from 'express';
import { pageKey } from './cached-responses.js';
import { type Dependencies, DependencyCache } from './dependency-cache.js';

/** Marks where the part belongs: a character that no text of a page contains. */
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

/** The most requested pages of lists: some 30 KB each, including their rows. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The cache of frames of one application. */
export function createFrameCache(): DependencyCache<Frame> {
  return new DependencyCache(({ before, after }) => 2 * (before.length + after.length), MAX_BYTES);
}

/**
 * The frame of a page; rendered for this visitor only if the response is not shared by all guests.
 * @param make renders the page with SLOT in it, and names its dependencies
 */
export async function frameOf(req: Request, res: Response, make: () => Promise<Page>): Promise<Frame> {
  const frames: DependencyCache<Frame> = req.app.locals.frameCache;
  const key = pageKey(req);
  const version = res.locals.making?.version ?? null;
  const isShared = version !== null;
  const known = isShared ? frames.find(key) : null;
  if (known) return known;
  const frame = splitFrame(await make());
  if (isShared) frames.set(key, version, frame.from, frame);
  return frame;
}

/** @param page with SLOT in it once */
export function splitFrame({ html, from }: Page): Frame {
  const at = html.indexOf(SLOT);
  if (at < 0 || at !== html.lastIndexOf(SLOT)) throw new Error('a frame has one slot');
  return { before: html.slice(0, at), after: html.slice(at + SLOT.length), from };
}
