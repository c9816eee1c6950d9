// All pages, in the order in which routes are matched, and the steps of each.
import { type ErrorRequestHandler, type Request, Router } from 'express';
import { type Actor, may } from '../../core/kernel/actor.js';
import { DomainError, forbidden, notFound, say } from '../../core/kernel/errors.js';
import { parseQuery } from '../../core/search/query.js';
import { countSearch } from '../../core/search/query-log.js';
import { refreshSettings } from '../../core/settings/current.js';
import { readFromReplica } from '../../db/replicas.js';
import { inSpan } from '../../db/work.js';
import { cached, type Reply, sendRendered } from '../cache/cached-responses.js';
import type { Admit, Exchange } from '../http/exchange.js';
import { openToAll } from '../http/gates.js';
import { answerOtherMethod } from '../http/refusals.js';
import { applyLimits, identifyVisitor } from '../who/actor.js';
import { sendLanguage } from '../who/cookies.js';
import { auditPages } from './admin/audit.js';
import { bulkPages } from './admin/bulk.js';
import { catalogPages } from './admin/catalog.js';
import { categoryAndFactPages } from './admin/categories-facts.js';
import { columnPages } from './admin/columns.js';
import { importPages } from './admin/imports.js';
import { tellIn } from './admin/labels.js';
import { consoleListingPages } from './admin/listings.js';
import { overviewPages } from './admin/overview.js';
import { policyPages } from './admin/policy.js';
import { reviewPages } from './admin/review.js';
import { settingsConsole } from './admin/site.js';
import { operatorTextPages } from './admin/site-texts.js';
import { consoleStatsPages } from './admin/stats.js';
import { userPages } from './admin/users.js';
import { feeds } from './files/feeds.js';
import { filesForMachines, markdownFiles } from './files/for-machines.js';
import { pictureFiles } from './files/pictures.js';
import { accountPages } from './pages/account.js';
import { agentDirectoryPages } from './pages/agent-directories.js';
import { type DocumentedDoors, docsPages } from './pages/docs.js';
import { sendPageError } from './pages/errors.js';
import { factPages } from './pages/facts.js';
import { homePages } from './pages/home.js';
import { listingPages } from './pages/listings.js';
import { mailedLinkPages } from './pages/mailed-links.js';
import { ownAccountPages } from './pages/own-account.js';
import { programPages } from './pages/programs.js';
import { readerPages } from './pages/readers.js';
import { reportPages } from './pages/reports.js';
import { secondStepPages } from './pages/second-step.js';
import { signInPages } from './pages/sign-in.js';
import { countViewWhenSent, statsPages } from './pages/stats.js';
import { submitPages } from './pages/submit.js';
import { type PageRoute, readForm, refuseLostFiles, stateAfter, type Typed, typedIn } from './route.js';
import { assetsRouter } from './view/assets.js';
import { accountOf, signedOut, withQuery } from './view/links.js';
import { noticeOf } from './view/page.js';

/** One flat list: a path with a parameter comes after those it would also match. */
export function pageRoutes(doors: DocumentedDoors): PageRoute[] {
  return [
    // Listed before the pages of listings: no slug contains a dot.
    ...markdownFiles,
    ...filesForMachines,
    ...feeds,
    ...pictureFiles,
    ...homePages,
    ...listingPages,
    ...factPages,
    ...readerPages,
    ...reportPages,
    ...agentDirectoryPages,
    ...docsPages(doors),
    ...signInPages,
    ...secondStepPages,
    ...mailedLinkPages,
    ...submitPages,
    ...statsPages,
    ...accountPages,
    ...programPages,
    ...ownAccountPages,
    ...overviewPages,
    ...consoleStatsPages,
    ...reviewPages,
    ...consoleListingPages,
    ...importPages,
    ...bulkPages,
    ...userPages,
    ...auditPages,
    ...catalogPages,
    ...settingsConsole,
    ...categoryAndFactPages,
    ...operatorTextPages,
    ...policyPages,
    ...columnPages,
  ];
}

/** Everything that is not the API. @param doors the routes and tools of the other doors, for the documentation */
export function webPages(doors: DocumentedDoors): Router {
  const pages = Router();
  pages.use(assetsRouter());
  pages.use(({ exchange: visit }, _res, next) => {
    visit.actor = { ...visit.actor, tell: (said) => tellIn(visit.language)(said) };
    next();
  });
  pages.use(mountPages(pageRoutes(doors)));
  pages.use(async ({ exchange: visit }) => {
    await identifyVisitor(visit);
    const { req } = visit;
    // Everyone but staff gets the same response at every address, so that nothing is revealed.
    if (/^\/admin(\/|$)/i.test(req.path) && !may(visit.actor, 'desk')) {
      if (!accountOf(visit)) return askToSignIn(visit);
      refuseConsole(visit);
    }
    throw notFound('page');
  });
  pages.use(sendFailure);
  return pages;
}

const sendFailure: ErrorRequestHandler = (error, { exchange }, _res, _next) => sendPageError(exchange, error);

function mountPages(routes: readonly PageRoute[]): Router {
  const router = Router();
  for (const path of new Set(routes.map((route) => route.path))) {
    const group = routes.filter((route) => route.path === path);
    const page = group.find(({ show }) => show);
    const action = group.find(({ does }) => does);
    const hasForm = Boolean(action?.again ?? action?.show);
    const address = router.route(path);
    if (page) address.get(({ exchange }) => answerGet(page, exchange, hasForm));
    if (action) address.post(({ exchange }) => answerPost(action, exchange));
    const methods = [...(page ? ['GET', 'HEAD'] : []), ...(action ? ['POST'] : [])];
    address.all(({ exchange }) => answerOtherMethod([...methods, 'OPTIONS'], exchange));
  }
  return router;
}

async function answerGet(route: PageRoute, visit: Exchange, hasForm: boolean): Promise<void> {
  const { req, res } = visit;
  if (route.isOpen) openToAll(res);
  await refreshSettings();
  if (!route.isFile) await identifyVisitor(visit);
  if (!route.isFile || route.hasLanguage) sendLanguage(visit);
  if (route.countsView) countViewWhenSent(visit, String(req.params.slug));
  const render = async () => inSpan(`get ${route.path}`, async () => route.show?.(visit));
  if (route.isCached && visit.actor.kind === 'guest' && noticeOf(visit) === null) {
    const options = { parameters: route.parameters, admit: admitTo(route, req) };
    const isKnown = await cached(visit, options, () => readFromReplica(render, () => !res.headersSent));
    if (isKnown) countCached(route, req.query, visit.actor);
    return;
  }
  if (await isAdmitted(route, visit, hasForm)) await reply(visit, await render());
}

async function answerPost(form: PageRoute, visit: Exchange): Promise<void> {
  const { does, again = form.show, to } = form;
  await refreshSettings();
  await identifyVisitor(visit);
  sendLanguage(visit);
  // Counts every form (C11). If a limit refuses it, its fields are not lost.
  const limited: unknown = await applyLimits(visit, ['general', ...(form.limits ?? [])]).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(await isAdmitted(form, visit, true, limited))) return;
  const forged = await readForm(visit, form);
  if (forged && limited) throw forged;
  const typed = typedIn(form, visit.values) as Typed;
  try {
    if (limited ?? forged) throw limited ?? forged;
    refuseLostFiles(form, visit.values);
    const result = await inSpan(`post ${form.path}`, async () => does?.(visit, typed));
    const address = typeof to === 'function' ? to(visit) : (to ?? result);
    if (typeof address === 'string') visit.res.redirect(303, address);
    else await reply(visit, result as Reply);
  } catch (error) {
    const refused = again && stateAfter(visit, typed, error);
    if (!refused) throw error;
    await reply(visit, await again(visit, refused, error));
  }
}

async function reply(visit: Exchange, rendered: Reply): Promise<void> {
  if (rendered && 'from' in rendered) await sendRendered(visit, rendered);
}

const DEFAULT_ACCESS = [
  [/^\/admin(\/|$)/, 'admin'],
  [/^\/account(\/|$)/, 'member'],
] as const;

/** Whether the visitor may see a page; if not, answers. @param limited the refusal of a limit */
async function isAdmitted(route: PageRoute, visit: Exchange, hasForm: boolean, limited: unknown = null) {
  const { actor } = visit;
  const access = route.access ?? DEFAULT_ACCESS.find(([pages]) => pages.test(route.path))?.[1];
  // Forms need a session, and an API key has none.
  if ((access || hasForm) && actor.kind === 'user' && actor.sessionId === null)
    throw forbidden(say('error.page-with-key'));
  if (!access) return true;
  if (actor.kind !== 'user') {
    if (limited) throw limited;
    askToSignIn(visit);
  } else if (access === 'member' || may(actor, access)) return true;
  else refuseConsole(visit);
  return false;
}

/** The same error at every address of the console, so that it reveals nothing. */
function refuseConsole(visit: Exchange): never {
  const { awaitsTwoFactor, email = '' } = accountOf(visit) ?? {};
  if (awaitsTwoFactor) throw new DomainError('two_factor_required', say('error.two-factor-required'));
  throw forbidden(say('error-page.console-text', { email }));
}

/** How the cache counts later requests; undefined for addresses that it must not answer. */
function admitTo(route: PageRoute, { query, params }: Request): Admit | undefined {
  // Whether a notice named in the address is shown depends on the visitor's previous site.
  if (query.done !== undefined) return undefined;
  if (!route.countsView && !route.countsSearch) return () => true;
  return (visit) => {
    if (route.countsView) countViewWhenSent(visit, String(params.slug));
    countCached(route, query, visit.actor);
    return true;
  };
}

/** A search counts once for all its pages. */
function countCached({ countsSearch }: PageRoute, { q, page, cursor }: Request['query'], actor: Actor): void {
  const isFirst = page === undefined && cursor === undefined;
  if (countsSearch && isFirst && typeof q === 'string') countSearch(actor, parseQuery(q), q, null);
}

/** Redirects guests to the sign-in page. @throws DomainError unauthorized for a form: its session has expired */
function askToSignIn({ req, res }: Exchange): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') throw signedOut();
  res.set('Cache-Control', 'private, no-store');
  res.redirect(303, withQuery('/sign-in', { next: req.originalUrl }));
}
