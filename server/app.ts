import express, { type Express } from 'express';
import { VERSION } from '../core/version.js';

/** The middleware order and the mounts. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/api/v1/health', (_request, response) => {
    response.json({ status: 'ok', version: VERSION });
  });
  return app;
}
