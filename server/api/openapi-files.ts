// Public files outside the API that programs read. They are in the document but not in the table of routes, because
// they are open to every origin and not rate limited (server/web/files/catalog-files.ts).
import { type TSchema, Type } from '@sinclair/typebox';
import { Catalog } from '../../core/catalog/entries.js';

type Json = Record<string, unknown>;

const FILES = [
  {
    path: '/agent-directories.json',
    operationId: 'getCatalogJson',
    summary: 'The catalog of free directories as JSON',
    type: 'application/json',
    schema: Catalog,
    example: { live: [], submitted: [], updated_at: null },
  },
  {
    path: '/agent-directories.csv',
    operationId: 'getCatalogCsv',
    summary: 'The catalog of free directories as CSV with a header row and a status column',
    type: 'text/csv',
    schema: Type.String(),
    example: undefined,
  },
];

/** As the documentation lists them, beside the routes. */
export const FILE_ROUTES = FILES.map(({ path, summary }) => ({
  method: 'get',
  path,
  tag: 'Directory',
  summary,
  access: 'public',
}));

export function describeFiles(reference: (schema: TSchema) => unknown, error: unknown): Record<string, Json> {
  const failure = (code: string) => ({
    description: `\`${code}\``,
    content: { 'application/json': { schema: error } },
  });
  return Object.fromEntries(
    FILES.map(({ path, operationId, summary, type, schema, example }) => {
      const content = { [type]: { schema: reference(schema), ...(example ? { example } : {}) } };
      const get = {
        operationId,
        tags: ['Directory'],
        summary,
        description: 'Places that take a product submission free of charge. Open to everyone. Not limited.',
        security: [{}],
        responses: {
          200: { description: 'The catalog', content },
          304: { description: 'Unchanged since the ETag of If-None-Match' },
          403: failure('1010'),
          500: failure('internal_error'),
          503: failure('unavailable'),
        },
      };
      return [path, { get }];
    }),
  );
}
