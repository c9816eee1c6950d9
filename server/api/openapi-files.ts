// Public files outside the API that programs read. They are in the document but not in the table of routes, because
// they are open to every origin and not rate limited (server/web/files/catalog-files.ts).
import type { TSchema } from '@sinclair/typebox';
import { Catalog } from '../../core/catalog/schema.js';

type Json = Record<string, unknown>;

const SUMMARIES = {
  '/agent-directories.json': 'The catalog of free directories as JSON',
  '/agent-directories.csv': 'The catalog of free directories as CSV with a header row and a status column',
} as const;

/** As the documentation lists them, beside the routes. */
export const FILE_ROUTES = Object.entries(SUMMARIES).map(([path, summary]) => ({
  method: 'get',
  path,
  tag: 'Directory',
  summary,
  access: 'public',
}));

export function describeFiles(reference: (schema: TSchema) => unknown, error: unknown): Record<string, Json> {
  return {
    '/agent-directories.json': file(error, 'getCatalogJson', SUMMARIES['/agent-directories.json'], {
      'application/json': {
        schema: reference(Catalog),
        example: { live: [], submitted: [], updated_at: null },
      },
    }),
    '/agent-directories.csv': file(error, 'getCatalogCsv', SUMMARIES['/agent-directories.csv'], {
      'text/csv': { schema: { type: 'string' } },
    }),
  };
}

const failure = (error: unknown, code: string) => ({
  description: `\`${code}\``,
  content: { 'application/json': { schema: error } },
});

function file(error: unknown, operationId: string, summary: string, content: Json): Json {
  return {
    get: {
      operationId,
      tags: ['Directory'],
      summary,
      description: 'Places that take a product submission free of charge. Open to everyone. Not limited.',
      security: [{}],
      responses: {
        200: { description: 'The catalog', content },
        304: { description: 'Unchanged since the ETag of If-None-Match' },
        403: failure(error, '1010'),
        500: failure(error, 'internal_error'),
        503: failure(error, 'unavailable'),
      },
    },
  };
}
