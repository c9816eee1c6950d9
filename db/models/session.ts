import { Model } from 'objection';
import { BaseModel } from './base.js';
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

  sid!: string;
  sess!: SessionData;
  expire!: Date;
  userId!: string | null;
  publicId!: string | null;
  /** When its person last proved who they are. */
  provenAt!: Date | null;
  user?: UserModel;

  static override get jsonAttributes() {
    return ['sess'];
  }

  static override relationMappings = () => ({
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: UserModel,
      join: { from: 'sessions.user_id', to: 'users.id' },
    },
  });
}
