// The interface that an address belongs to: it decides how errors are sent, which limits count, and whether the Origin
// is checked.
export type HttpDoor = 'auth' | 'rest' | 'mcp' | 'oauth' | 'media' | 'pages';

/** @param path without the query string; case-sensitive, like the routes of the API */
export function doorOf(path: string): HttpDoor {
  const [, first, second] = path.split('/', 3);
  if (first === 'api') return second === 'auth' ? 'auth' : 'rest';
  if (first === 'mcp' || first === 'oauth' || first === 'media') return first;
  return 'pages';
}
