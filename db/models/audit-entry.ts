import { BaseModel } from './base.js';

export class AuditEntryModel extends BaseModel {
  static override tableName = 'audit_entries';
  static override jsonAttributes = ['before', 'after'];

  /** A bigint; db/connection.ts makes pg parse those as numbers. */
  id!: number;
  at!: Date;
  actorId!: string | null;
  actorEmail!: string | null;
  keyId!: string | null;
  keyName!: string | null;
  door!: 'web' | 'rest' | 'mcp' | 'cli' | 'job';
  action!: string;
  subjectType!: string;
  subjectId!: string | null;
  subjectLabel!: string | null;
  before!: Record<string, unknown> | null;
  after!: Record<string, unknown> | null;
  reason!: string | null;
  requestId!: string | null;
}
