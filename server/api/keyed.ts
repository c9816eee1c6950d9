// Finds the route of a request by its method and path alone, for requests handled without Express.
import type { Request, Response } from 'express';
import { sendCounted } from '../http/refusals.js';
import { answerRoute, expressPath } from './mount.js';
import type { Route } from './route.js';
import { routes } from './routes.js';

interface Place {
  readonly fixed: Map<string, Place>;
  /** The node of a parameter, `{slug}`. */
  any: { readonly name: string; readonly place: Place } | null;
  readonly byMethod: Map<string, Found>;
}

interface Found {
  readonly route: Route;
  /** Its path in Express's syntax. */
  readonly pattern: string;
}

const newPlace = (): Place => ({ fixed: new Map(), any: null, byMethod: new Map() });

let root: Place | null = null;

/** The routes that need nothing of Express: all of `/api/v1` except those that no limit counts. */
function places(): Place {
  if (root) return root;
  root = newPlace();
  for (const route of routes()) {
    if (!route.path.startsWith('/api/v1/') || route.isUnlimited || route.access === 'worker') continue;
    const { byMethod } = placeOf(root, route.path);
    const found = { route, pattern: expressPath(route.path) };
    byMethod.set(route.method.toUpperCase(), found);
    if (route.method === 'get') byMethod.set('HEAD', found);
  }
  return root;
}

function placeOf(from: Place, path: string): Place {
  let place = from;
  for (const segment of path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      const known = place.fixed.get(segment) ?? newPlace();
      place.fixed.set(segment, known);
      place = known;
    } else {
      place.any ??= { name, place: newPlace() };
      place = place.any.place;
    }
  }
  return place;
}

/** @returns null if Express has to route it: no such route, or an encoded path */
export function findRoute(
  method: string,
  path: string,
): (Found & { readonly params: Record<string, string> }) | null {
  if (path.includes('%')) return null;
  const params: Record<string, string> = {};
  let place = places();
  for (const segment of path.split('/')) {
    const fixed = place.fixed.get(segment);
    if (fixed) place = fixed;
    else if (place.any && segment !== '') {
      params[place.any.name] = segment;
      place = place.any.place;
    } else return null;
  }
  const found = place.byMethod.get(method);
  return found ? { ...found, params } : null;
}

/** Handles a request by its route, including errors. */
export async function runKeyed(route: Route, req: Request, res: Response): Promise<void> {
  try {
    await answerRoute(route, req, res);
  } catch (error) {
    await sendCounted(req, res, error);
  }
}
