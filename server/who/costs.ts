// The points of requests (C11). A page takes 1 to 3 ms of processor time, a search 5 to 10, a card 40.

/** Small files from memory, and what load balancers and the worker call. */
const FREE =
  /^\/(?:assets\/|media\/|mcp\/app\.js$|robots\.txt$|favicon\.ico$|api\/v1\/(?:health|internal\/screenshots)$)/;

const SEARCH = 5;
const POINTS: readonly [path: RegExp, points: number][] = [
  [/^\/compare\/?$/i, 3],
  [/^\/ard\//, SEARCH],
  [/^\/cards\//i, 10],
];

/** @param query with the words of a search in `q`, or in the `search` of the MCP Registry */
export function pointsOf(method: string, path: string, query: Readonly<Record<string, unknown>>): number {
  if (FREE.test(path)) return 0;
  const words = query.q ?? query.search ?? '';
  if (/^(?:get|head)$/i.test(method) && words !== '') return SEARCH;
  return POINTS.find(([pattern]) => pattern.test(path))?.[1] ?? 1;
}
