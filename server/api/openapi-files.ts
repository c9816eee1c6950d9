// Public files beside the API that programs read: in the document, and outside the table of routes, because they
// are open to every origin and counted in no limit (server/web/files/catalog-files.ts).
import type { TSchema } from '@sinclair/typebox';
import { Catalog } from '../../core/catalog/schema.js';

type Json = Record<string, unknown>;

export function describeFiles(reference: (schema: TSchema) => unknown, error: unknown): Record<string, Json> {
  return {
    '/agent-directories.json': file(error, 'getCatalogJson', 'JSON', {
      'application/json': {
        schema: reference(Catalog),
        example: { live: [], submitted: [], updated_at: null },
      },
    }),
    '/agent-directories.csv': file(error, 'getCatalogCsv', 'CSV with a header row and a status column', {
      'text/csv': { schema: { type: 'string' } },
    }),
  };
}

function file(error: unknown, operationId: string, form: string, content: Json): Json {
  return {
    get: {
      operationId,
      tags: ['Directory'],
      summary: `The catalog of free directories as ${form}`,
      description: 'Places that take a product submission free of charge. Open to everyone. Not limited.',
      security: [{}],
      responses: {
        200: { description: 'The catalog', content },
        304: { description: 'Unchanged since the ETag of If-None-Match' },
        403: { description: '`1010`', content: { 'application/json': { schema: error } } },
      },
    },
  };
}
