// The routes of the authorization server, and the documents by which apps discover it.
import { promisify } from 'node:util';
import express, { type Request, type Response, Router } from 'express';
import type { Provider } from 'oidc-provider';
import { APP_SCOPES, allowedScopes, appResource } from '../../core/accounts/apps.js';
import { config } from '../../core/kernel/config.js';
import { DomainError, say } from '../../core/kernel/errors.js';
import { currentSettings } from '../../core/settings/current.js';
import type { Exchange } from '../http/exchange.js';
import { serveDocument } from '../standards/mount.js';
import { applyLimits } from '../who/actor.js';
import { issuer, OAUTH_PATH, RESOURCE_METADATA, SERVER_METADATA } from './addresses.js';

/** The authorization server of this application, created when the first app connects: few directories need it. */
export function providerOf({ service }: Exchange): Promise<Provider> {
  service.provider ??= import('./provider.js').then(({ createProvider }) =>
    createProvider((ctx, out) => {
      ctx.respond = false;
      const { error, error_description: description } = out;
      const sentence = `The app that sent you here asked for something that does not work: ${description ?? error}.`;
      service.sendErrorPage((ctx.req as Request).exchange, new DomainError('validation_error', sentence));
    }),
  );
  return service.provider;
}

export function mountOAuth(): Router {
  const router = Router({ caseSensitive: true });
  serveDocument(router, RESOURCE_METADATA, {
    read: () => ({
      resource: appResource(),
      authorization_servers: [issuer()],
      scopes_supported: APP_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: currentSettings().name,
      resource_documentation: config.docsUrl,
    }),
  });
  // The library expects the metadata under the path of the issuer.
  router.get(SERVER_METADATA + OAUTH_PATH, (req, _res, next) => {
    req.url = OAUTH_PATH + SERVER_METADATA;
    req.originalUrl = req.url;
    next();
  });
  router.use(OAUTH_PATH, ({ exchange }, _res, next) => void answer(exchange).catch(next));
  return router;
}

/** Maximum body: the library uses seven times as much memory, and quadratic time for an address. */
const MOST_BYTES = 8 * 1024;
const parseBody = promisify<Request, Response>(express.raw({ limit: MOST_BYTES, type: () => true }));

async function answer(exchange: Exchange): Promise<void> {
  const { req, res } = exchange;
  const isRegistration = req.method === 'POST' && req.path === '/register';
  await applyLimits(exchange, isRegistration ? ['general', 'sign-up'] : ['general']);
  if (Number(req.headers['content-length'] ?? 0) > MOST_BYTES)
    throw new DomainError('payload_too_large', say('error.body-too-large', { size: '8 KiB' }));
  if (req.headers['transfer-encoding']) await parseBody(req, res);
  if (req.path === '/authorize') prepareAuthorization(req);
  useOwnAddress(req);
  const provider = await providerOf(exchange);
  await provider.callback()(req, res);
}

/**
 * Each authorization starts from scratch: it asks the member who is signed in here now, never one from an earlier
 * authorization. A client that names no scope, or only unknown scopes, requests all that apps can have.
 */
function prepareAuthorization(req: Request): void {
  delete req.headers.cookie;
  const { pathname, searchParams } = new URL(req.url, config.publicUrl);
  if (searchParams.get('resource') === `${appResource()}/`) searchParams.set('resource', appResource());
  searchParams.set('scope', allowedScopes((searchParams.get('scope') ?? '').split(' ')).join(' '));
  req.url = `${pathname}?${searchParams}`;
  req.originalUrl = OAUTH_PATH + req.url;
}

/** The library derives addresses from the request: replaces the Host header, so that they use the public URL. */
function useOwnAddress(req: Request): void {
  const { host, protocol } = new URL(config.publicUrl);
  delete req.headers['x-forwarded-host'];
  req.headers.host = host;
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
}
