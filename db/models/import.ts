import { type StoredMessage, table } from './base.js';

type FileKind = 'csv' | 'xlsx' | 'ndjson' | 'json' | 'yaml' | 'markdown' | 'bookmarks' | 'opml';

export class ImportModel extends table('imports', { json: ['options', 'counts', 'categoriesBefore'] }) {
  id!: string;
  kind!: FileKind | 'mcp' | 'directory';
  source!: string;
  options!: Record<string, unknown>;
  /** A dry run, which stores no listings; the import itself may follow. */
  isDryRun!: boolean;
  ownerId!: string | null;
  startedBy!: string | null;
  state!: 'draft' | 'waiting' | 'running' | 'stopped' | 'failed' | 'done' | 'undoing' | 'undone';
  byWorker!: boolean;
  leasedUntil!: Date | null;
  leasedBy!: string | null;
  position!: number;
  cursor!: string | null;
  total!: number | null;
  counts!: Record<string, number>;
  categoriesBefore!: unknown[] | null;
  categoriesAdded!: string[];
  error!: string | null;
  content!: Buffer | null;
  /** How often the source is read again; null: only on request. */
  every!: 'night' | 'week' | null;
  /** What happens to listings that the source no longer has. */
  gone!: 'archive' | 'review';
  dueAt!: Date | null;
  /** The number of readings so far. A row that the latest reading lacks is gone at the source. */
  generation!: number;
  createdAt!: Date;
  finishedAt!: Date | null;
}

export class ImportRowModel extends table('import_rows', {
  id: ['import_id', 'listing_id'],
  json: ['before'],
}) {
  importId!: string;
  listingId!: string;
  line!: number;
  remoteId!: string | null;
  urlKey!: string | null;
  generation!: number;
  /** When this source last archived the listing. */
  archivedAt!: Date | null;
  before!: Record<string, unknown> | null;
  digest!: string;
}

export class ImportFaultModel extends table('import_faults', {
  id: ['import_id', 'line'],
  json: ['said', 'input'],
}) {
  importId!: string;
  line!: number;
  name!: string | null;
  field!: string | null;
  code!: string;
  /** The error in English, for programs. */
  error!: string;
  said!: StoredMessage | null;
  input!: Record<string, unknown> | null;
}
