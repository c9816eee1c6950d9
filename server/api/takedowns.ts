import { Type } from '@sinclair/typebox';
import { Reason } from '../../core/kernel/schema.js';
import {
  findTakedowns,
  LiftedTakedown,
  liftTakedown,
  TakedownPage,
  TakedownQuery,
} from '../../core/moderation/takedowns.js';
import { ok, type Route } from './route.js';

const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const takedownRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/admin/takedowns',
    operationId: 'listTakedowns',
    tag: 'Admin',
    summary: 'Pages that were rejected and cannot be submitted again, newest first',
    description: 'A takedown outlives its listing and its account.',
    access: 'listings',
    query: TakedownQuery,
    answers: { 200: { description: 'A page of takedowns', schema: TakedownPage } },
    run: async ({ actor, query }) => ok(await findTakedowns(actor, query)),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/takedowns/{id}',
    operationId: 'liftTakedown',
    tag: 'Admin',
    summary: 'Lift a takedown: its page may be submitted again',
    access: 'listings',
    params: byId,
    body: Reason,
    isBodyOptional: true,
    answers: { 200: { description: 'Lifted', schema: LiftedTakedown } },
    errors: ['validation_error', 'not_found'],
    run: async ({ actor, params, body }) => ok(await liftTakedown(actor, params.id ?? '', body)),
  },
];
