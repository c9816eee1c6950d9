// The catalog as files, readable from every origin.
import { Router } from 'express';
import { getCatalog, getCatalogCsv } from '../../../core/catalog/entries.js';
import { openToAll } from '../../http/gates.js';
import { answerReadOnly } from '../../http/refusals.js';

export function catalogFiles(): Router {
  const router = Router();
  router.get('/agent-directories.json', async (_req, res) => {
    openToAll(res);
    res.setHeader('Cache-Control', 'public, max-age=300');
    res.json(await getCatalog());
  });
  router.get('/agent-directories.csv', async (_req, res) => {
    openToAll(res);
    res.setHeader('Cache-Control', 'public, max-age=300');
    res.type('text/csv; charset=utf-8; header=present').send(await getCatalogCsv());
  });
  router.all(['/agent-directories.json', '/agent-directories.csv'], answerReadOnly);
  return router;
}
