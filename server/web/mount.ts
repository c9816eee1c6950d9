// Mounts the table of pages, with the same steps for each: identify, cache, access, form, run.
import { type Request, Router } from 'express';
import { may } from '../../core/kernel/access.js';
import type { Actor } from '../../core/kernel/actor.js';
import { forbidden, say } from '../../core/kernel/errors.js';
import { parseQuery } from '../../core/search/query.js';
import { countSearch } from '../../core/search/query-log.js';
import { refreshSettings } from '../../core/settings/current.js';
import { readFromReplica } from '../../db/replicas.js';
import { inSpan } from '../../db/work.js';
import { cached, sendRendered } from '../cache/cached-responses.js';
import type { Admit, Exchange } from '../http/exchange.js';
import { openToAll } from '../http/origin.js';
import { methodNotAllowed, sendAllow } from '../http/refusals.js';
import { identifyVisitor } from '../who/actor.js';
import { sendLanguage } from '../who/choices.js';
import { refuseConsole } from './admin/page.js';
import { countForm, readFormOf } from './form/form.js';
import { takeHeld } from './form/held-form.js';
import { countViewWhenSent } from './pages/stats.js';
import type { PageRoute } from './route.js';
import { withQuery } from './view/links.js';
import { noticeOf } from './view/notices.js';
import { accountOf, signedOut } from './view/visit.js';

export function mountPages(routes: readonly PageRoute[]): Router {
  const router = Router();
  for (const path of new Set(routes.map((route) => route.path))) {
    const group = routes.filter((route) => route.path === path);
    const address = router.route(path);
    const form = group.find((route) => route.isShownAgain);
    const hasPage = form !== undefined && group.some(({ method }) => method === 'get');
    for (const route of group) {
      address[route.method](({ exchange }) => {
        exchange.hasFormPage = hasPage;
        return answerPage(route, exchange, form);
      });
    }
    const methods = group.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : ['POST']));
    address.all(({ exchange }) => answerOtherMethod([...methods, 'OPTIONS'], exchange));
  }
  return router;
}

const FOR_MEMBERS = /^\/(account|submit)(\/|$)/;
const FOR_ADMINS = /^\/admin(\/|$)/;

const isKeyed = ({ actor }: Exchange) => actor.kind === 'user' && actor.sessionId === null;

function accessOf({ access, path }: PageRoute): PageRoute['access'] {
  if (access) return access;
  if (FOR_ADMINS.test(path)) return 'admin';
  return FOR_MEMBERS.test(path) ? 'member' : undefined;
}

/** @param form the form of this page, which it shows again where signing in interrupted it */
async function answerPage(route: PageRoute, visit: Exchange, form?: PageRoute): Promise<void> {
  const { req, res } = visit;
  if (route.isOpen) openToAll(res);
  await refreshSettings();
  if (!route.isFile) await identifyVisitor(visit);
  if (!route.isFile || route.hasLanguage) sendLanguage(visit);
  if (route.countsView) countViewWhenSent(visit, String(req.params.slug));
  const run = async () => inSpan(`${route.method} ${route.path}`, async () => route.run(visit));
  if (route.isCached && visit.actor.kind === 'guest' && noticeOf(visit) === null) {
    const render = () => readFromReplica(run, () => !res.headersSent);
    const isKnown = await cached(visit, { parameters: route.parameters, admit: admitTo(route, req) }, render);
    if (isKnown) countCached(route, req.query, visit.actor);
    return;
  }
  // Counted first, whatever the outcome of the form (C11).
  visit.refusal = route.method === 'post' ? await countForm(visit, route.limits) : null;
  const access = accessOf(route);
  // A key has no session, in which forms are kept; its own doors are REST and MCP.
  if ((access || form || route.method === 'post') && isKeyed(visit))
    throw forbidden(say('error.page-with-key'));
  if (access && !accountOf(visit)) {
    if (visit.refusal) throw visit.refusal;
    return askToSignIn(route.method, visit);
  }
  if (access && access !== 'member' && !may(visit.actor, access)) return refuseConsole(visit);
  if (route.forGuests && !accountOf(visit)) return route.forGuests(visit);
  if (route.method === 'post') {
    await readFormOf(visit, route);
    if (visit.refusal && !route.isShownAgain) throw visit.refusal;
  } else if (form && accountOf(visit) && takeHeld(visit, form.files)) {
    await form.run(visit);
    return;
  }
  const rendered = await run();
  if (rendered) await sendRendered(visit, rendered);
}

/** How the cache counts later requests; undefined for addresses that it must not answer. */
function admitTo(route: PageRoute, { query, params }: Request): Admit | undefined {
  // Whether a notice named in the address is shown depends on the site the visitor comes from.
  if (query.done !== undefined) return undefined;
  if (!route.countsView && !route.countsSearch) return () => true;
  return (visit) => {
    if (route.countsView) countViewWhenSent(visit, String(params.slug));
    countCached(route, query, visit.actor);
    return true;
  };
}

/** Counts a search that the cache answers, once for all its pages. */
function countCached({ countsSearch }: PageRoute, { q, page, cursor }: Request['query'], actor: Actor): void {
  const isFirst = page === undefined && cursor === undefined;
  if (countsSearch && isFirst && typeof q === 'string') countSearch(actor, parseQuery(q), q, null);
}

/** Redirects guests to the sign-in page. @throws DomainError unauthorized for a form: its session has expired */
export async function askToSignIn(method: PageRoute['method'], visit: Exchange): Promise<void> {
  if (method === 'post') throw signedOut();
  visit.res.set('Cache-Control', 'private, no-store');
  visit.res.redirect(303, withQuery('/sign-in', { next: visit.req.originalUrl }));
}

/** Answers OPTIONS, and methods the page does not support. */
async function answerOtherMethod(allow: string[], visit: Exchange): Promise<void> {
  if (visit.req.method === 'OPTIONS') return sendAllow(visit, allow);
  await identifyVisitor(visit);
  throw methodNotAllowed(visit, allow);
}
