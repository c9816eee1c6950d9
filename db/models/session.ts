import { BaseModel, belongsTo } from './base.js';
import { UserModel } from './user.js';

/** What the service stores in a session besides express-session's cookie. */
export interface SessionData {
  userId?: string;
  publicId?: string;
  createdAt?: string;
  updatedAt?: string;
  ipAddress?: string | null;
  userAgent?: string | null;
}

export class SessionModel extends BaseModel {
  static override tableName = 'sessions';
  static override idColumn = 'sid';
  static override jsonAttributes = ['sess'];

  sid!: string;
  sess!: SessionData;
  expire!: Date;
  userId!: string | null;
  publicId!: string | null;
  /** When its person last proved who they are. */
  provenAt!: Date | null;
  user?: UserModel;

  static override relationMappings = () => ({
    user: belongsTo(UserModel, 'sessions.user_id', 'users.id'),
  });
}
