import { Type } from '@sinclair/typebox';
import {
  addEntry,
  editEntry,
  findEntries,
  getEntry,
  importEntries,
  removeEntry,
  verifyEntries,
  verifyEntry,
} from '../../core/catalog/manage.js';
import {
  AddedEntry,
  CatalogQuery,
  EntryBulk,
  EntryBulkResult,
  EntryImport,
  EntryImportResult,
  EntryPatch,
  ManagedEntryPage,
  ManagedEntryResult,
  NewEntry,
  RemovedEntry,
} from '../../core/catalog/schema.js';
import { forPrograms } from '../http/errors.js';
import { created, ok, type Route } from './route.js';

const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const catalogRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/admin/agent-directories',
    operationId: 'listCatalogEntries',
    tag: 'Admin',
    summary: 'The catalog with ids, those to be verified first',
    access: 'admin',
    query: CatalogQuery,
    answers: { 200: { description: 'A page of entries', schema: ManagedEntryPage } },
    run: async ({ actor, query }) => ok(await findEntries(actor, query)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/agent-directories',
    operationId: 'addCatalogEntry',
    tag: 'Admin',
    summary: 'Add an entry to the catalog, verified unless it says otherwise',
    access: 'admin',
    body: NewEntry,
    answers: {
      200: { description: 'In the catalog already', schema: AddedEntry },
      201: { description: 'Added', schema: AddedEntry },
    },
    errors: ['validation_error', 'content_policy'],
    run: async ({ actor, body }) => {
      const added = await addEntry(actor, body);
      return added.created ? created(added) : ok(added);
    },
  },
  {
    method: 'post',
    path: '/api/v1/admin/agent-directories/import',
    operationId: 'importCatalogEntries',
    tag: 'Admin',
    summary: 'Add many entries, each alone',
    access: 'admin',
    body: EntryImport,
    answers: { 200: { description: 'What became of them', schema: EntryImportResult } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => {
      const { errors, ...outcome } = await importEntries(actor, body);
      return ok({ ...outcome, errors: forPrograms(errors) });
    },
  },
  {
    method: 'post',
    path: '/api/v1/admin/agent-directories/verify',
    operationId: 'verifyCatalogEntries',
    tag: 'Admin',
    summary: 'Mark many entries as checked now',
    access: 'admin',
    body: EntryBulk,
    answers: { 200: { description: 'Which are verified', schema: EntryBulkResult } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => ok(await verifyEntries(actor, body)),
  },
  {
    method: 'get',
    path: '/api/v1/admin/agent-directories/{id}',
    operationId: 'getCatalogEntry',
    tag: 'Admin',
    summary: 'One entry of the catalog',
    access: 'admin',
    params: byId,
    answers: { 200: { description: 'The entry', schema: ManagedEntryResult } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await getEntry(actor, params.id ?? '')),
  },
  {
    method: 'patch',
    path: '/api/v1/admin/agent-directories/{id}',
    operationId: 'editCatalogEntry',
    tag: 'Admin',
    summary: 'Correct an entry, or verify it with status live',
    access: 'admin',
    params: byId,
    body: EntryPatch,
    answers: { 200: { description: 'The changed entry', schema: ManagedEntryResult } },
    errors: ['validation_error', 'not_found', 'content_policy'],
    run: async ({ actor, params, body }) => ok(await editEntry(actor, params.id ?? '', body)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/agent-directories/{id}/verify',
    operationId: 'verifyCatalogEntry',
    tag: 'Admin',
    summary: 'Mark an entry as checked now and taking free submissions',
    access: 'admin',
    params: byId,
    answers: { 200: { description: 'The verified entry', schema: ManagedEntryResult } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await verifyEntry(actor, params.id ?? '')),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/agent-directories/{id}',
    operationId: 'removeCatalogEntry',
    tag: 'Admin',
    summary: 'Take an entry out of the catalog',
    access: 'admin',
    params: byId,
    answers: { 200: { description: 'Removed', schema: RemovedEntry } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await removeEntry(actor, params.id ?? '')),
  },
];
