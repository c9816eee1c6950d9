import * as schema from '../../core/catalog/entries.js';
import * as catalog from '../../core/catalog/manage.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1/admin/agent-directories', tag: 'Admin', access: 'admin' } as const;

export const catalogRoutes = routesOf(shared, {
  listCatalogEntries: {
    get: '',
    summary: 'The catalog with ids, those to be verified first',
    query: schema.CatalogQuery,
    answer: ['A page of entries', schema.ManagedEntryPage],
    does: catalog.findEntries,
  },
  addCatalogEntry: {
    post: '',
    summary: 'Add an entry to the catalog, verified unless it says otherwise',
    body: schema.NewEntry,
    answers: { 200: ['Already in the catalog', schema.AddedEntry], 201: ['Added', schema.AddedEntry] },
    errors: ['content_policy'],
    does: catalog.addEntry,
  },
  getCatalogEntry: {
    get: '/{id}',
    summary: 'One entry of the catalog',
    answer: ['The entry', schema.ManagedEntryResult],
    does: catalog.getEntry,
  },
  editCatalogEntry: {
    patch: '/{id}',
    summary: 'Correct an entry, or verify it with status live',
    body: schema.EntryPatch,
    answer: ['The changed entry', schema.ManagedEntryResult],
    errors: ['content_policy'],
    does: catalog.editEntry,
  },
  verifyCatalogEntry: {
    post: '/{id}/verify',
    summary: 'Mark an entry as checked now and taking free submissions',
    answer: ['The verified entry', schema.ManagedEntryResult],
    does: catalog.verifyEntry,
  },
  removeCatalogEntry: {
    delete: '/{id}',
    summary: 'Take an entry out of the catalog',
    answer: ['Removed', schema.RemovedEntry],
    does: catalog.removeEntry,
  },
});
