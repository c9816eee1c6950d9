import { listRefused, RefusedRows } from '../../core/import/faults.js';
import * as sources from '../../core/import/sources.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1/admin', tag: 'Admin', access: 'admin' } as const;

export const sourceRoutes = routesOf(shared, {
  listRefusedRows: {
    get: '/imports/{id}/refused',
    summary: 'The rows that an import refused, to correct and send again',
    answer: ['The rows, as the source has them', RefusedRows],
    does: listRefused,
  },
  listSources: {
    get: '/sources',
    summary: 'Sources that the directory follows',
    answer: ['The sources', sources.Sources],
    does: sources.listSources,
  },
  followSource: {
    post: '/sources',
    summary: 'Follow a list, a file, an MCP Registry or another directory at an address',
    description:
      'It is read at once, then every night or week. What somebody has changed since stays as it is.',
    body: sources.NewSource,
    answer: ['The source', sources.SourceResult],
    does: sources.followSource,
  },
  getSource: {
    get: '/sources/{id}',
    summary: 'A source, with what its latest reading did',
    answer: ['The source', sources.SourceResult],
    does: sources.getSource,
  },
  changeSource: {
    patch: '/sources/{id}',
    summary: 'Change how often a source is read, and what happens to listings that it no longer has',
    body: sources.SourcePatch,
    answer: ['The source', sources.SourceResult],
    does: sources.changeSource,
  },
  readSource: {
    post: '/sources/{id}/read',
    summary: 'Read a source now',
    answer: ['The source, which waits for the worker', sources.SourceResult],
    does: sources.readSource,
  },
  unfollowSource: {
    delete: '/sources/{id}',
    summary: 'Stop following a source; its listings stay',
    answer: ['The source, which is no longer read', sources.SourceResult],
    does: sources.unfollowSource,
  },
});
