import { Reason } from '../../core/kernel/schema.js';
import {
  findTakedowns,
  LiftedTakedown,
  liftTakedown,
  TakedownPage,
  TakedownQuery,
} from '../../core/moderation/takedowns.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1/admin/takedowns', tag: 'Admin', access: 'listings' } as const;

export const takedownRoutes = routesOf(shared, {
  listTakedowns: {
    get: '',
    summary: 'Pages that were rejected and cannot be submitted again, newest first',
    description: 'A takedown outlives its listing and its account.',
    query: TakedownQuery,
    answers: { 200: { description: 'A page of takedowns', schema: TakedownPage } },
    does: findTakedowns,
  },
  liftTakedown: {
    delete: '/{id}',
    summary: 'Lift a takedown: its page may be submitted again',
    body: Reason,
    isBodyOptional: true,
    answers: { 200: { description: 'Lifted', schema: LiftedTakedown } },
    does: liftTakedown,
  },
});
