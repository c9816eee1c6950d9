import { BaseModel } from './base.js';

export class MediaModel extends BaseModel {
  static override tableName = 'media';

  id!: string;
  width!: number;
  height!: number;
  size!: number;
  hasThumbnail!: boolean;
  bytes!: Buffer | null;
  thumbnail!: Buffer | null;
  heldUntil!: Date;
  createdAt!: Date;
}
