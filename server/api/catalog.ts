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
import { okEach, routesOf } from './route.js';

const shared = { path: '/api/v1/admin/agent-directories', tag: 'Admin', access: 'admin' } as const;

export const catalogRoutes = routesOf(shared, {
  listCatalogEntries: {
    get: '',
    summary: 'The catalog with ids, those to be verified first',
    query: CatalogQuery,
    answers: { 200: { description: 'A page of entries', schema: ManagedEntryPage } },
    does: findEntries,
  },
  addCatalogEntry: {
    post: '',
    summary: 'Add an entry to the catalog, verified unless it says otherwise',
    body: NewEntry,
    answers: {
      200: { description: 'In the catalog already', schema: AddedEntry },
      201: { description: 'Added', schema: AddedEntry },
    },
    errors: ['content_policy'],
    does: addEntry,
  },
  importCatalogEntries: {
    post: '/import',
    summary: 'Add many entries, each alone',
    body: EntryImport,
    answers: { 200: { description: 'What became of them', schema: EntryImportResult } },
    run: async ({ actor, body }) => okEach(await importEntries(actor, body)),
  },
  verifyCatalogEntries: {
    post: '/verify',
    summary: 'Mark many entries as checked now',
    body: EntryBulk,
    answers: { 200: { description: 'Which are verified', schema: EntryBulkResult } },
    does: verifyEntries,
  },
  getCatalogEntry: {
    get: '/{id}',
    summary: 'One entry of the catalog',
    answers: { 200: { description: 'The entry', schema: ManagedEntryResult } },
    does: getEntry,
  },
  editCatalogEntry: {
    patch: '/{id}',
    summary: 'Correct an entry, or verify it with status live',
    body: EntryPatch,
    answers: { 200: { description: 'The changed entry', schema: ManagedEntryResult } },
    errors: ['content_policy'],
    does: editEntry,
  },
  verifyCatalogEntry: {
    post: '/{id}/verify',
    summary: 'Mark an entry as checked now and taking free submissions',
    answers: { 200: { description: 'The verified entry', schema: ManagedEntryResult } },
    does: verifyEntry,
  },
  removeCatalogEntry: {
    delete: '/{id}',
    summary: 'Take an entry out of the catalog',
    answers: { 200: { description: 'Removed', schema: RemovedEntry } },
    does: removeEntry,
  },
});
