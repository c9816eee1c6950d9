// Which methods an address of the pages has (C3), told from the routers that serve them.
import type { Router } from 'express';

interface Address {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** Every route of a router and of those it holds; they are mounted without a prefix. */
function listAddresses(router: Router): Address[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (route) return [{ pattern: patternOf(route.path), methods: route.stack.map(({ method }) => method) }];
    return 'stack' in handle ? listAddresses(handle as Router) : [];
  });
}

/** `/sitemap-:part.xml` → what Express finds there: case does not matter, nor does a slash at the end. */
function patternOf(path: string): RegExp {
  const source = path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}/?$`, 'i');
}

/** Tells the methods of an address, none where there is no page. */
export function readMethods(router: Router): (path: string) => string[] {
  const addresses = listAddresses(router);
  return (path) => {
    const methods = new Set(
      addresses.filter(({ pattern }) => pattern.test(path)).flatMap((at) => at.methods),
    );
    if (methods.size === 0) return [];
    const named = [...methods].map((method) => method.toUpperCase());
    return [
      ...(methods.has('get') ? ['GET', 'HEAD'] : []),
      ...named.filter((name) => name !== 'GET'),
      'OPTIONS',
    ];
  };
}
