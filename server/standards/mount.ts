// Serves the documents and routes of the standards, to programs of every origin.
import { type Request, type Response, Router } from 'express';
import { notFound } from '../../core/kernel/errors.js';
import { refreshSettings } from '../../core/settings/current.js';
import { mountRoutes } from '../api/mount.js';
import { openToAll } from '../http/gates.js';
import { answerReadOnly } from '../http/refusals.js';
import type { StandardDocument } from './standard.js';
import { STANDARDS } from './standards.js';

export function mountStandards(): Router {
  const router = Router({ caseSensitive: true });
  for (const { documents = {} } of STANDARDS)
    for (const [path, document] of Object.entries(documents)) serveDocument(router, path, document);
  return router.use(mountRoutes(STANDARDS.flatMap(({ routes = [] }) => routes)));
}

export function serveDocument(router: Router, path: string, { type, read }: StandardDocument): void {
  router.get(path, async (_req: Request, res: Response) => {
    await refreshSettings();
    const document = await read();
    if (document === null) throw notFound('file');
    openToAll(res);
    res.setHeader('Cache-Control', 'public, max-age=300');
    const text = typeof document === 'string' ? document : JSON.stringify(document, null, 2);
    res.type(type ?? 'application/json').send(Buffer.from(text));
  });
  router.all(path, answerReadOnly);
}
