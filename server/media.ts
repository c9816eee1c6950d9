// GET /media/{id} and /media/{id}/thumbnail: immutable, as the id is a content hash, and sandboxed.
import { type Request, type Response, Router } from 'express';
import { readMedia } from '../core/pictures/media.js';
import { answerReadOnly } from './http/refusals.js';

export function mediaRouter(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use('/media', (request, _response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return answerReadOnly(request);
    return next();
  });
  router.get('/media/:id', (request, response) => sendMedia(request, response, 'picture'));
  router.get('/media/:id/thumbnail', (request, response) => sendMedia(request, response, 'thumbnail'));
  return router;
}

async function sendMedia(request: Request, response: Response, part: 'picture' | 'thumbnail'): Promise<void> {
  const file = await readMedia(String(request.params.id), part);
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (file === null) {
    response.set('Cache-Control', 'no-store').status(404).type('text/plain');
    return void response.send('There is no such picture.\n');
  }
  response.set({
    'Content-Type': 'image/webp',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${file.id}${part === 'thumbnail' ? '-640' : ''}"`,
  });
  // Express sends HEAD without a body, and 304 if the ETag matches.
  response.send(file.bytes);
}
