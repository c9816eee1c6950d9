import { Type } from '@sinclair/typebox';
import { importHosts, readHostList, removeHosts } from '../../core/policy/host-list.js';
import { findPasses, grantPass, withdrawPass } from '../../core/policy/passes.js';
import {
  HostList,
  HostListImport,
  HostListImported,
  HostListQuery,
  HostListRemoval,
  PassGrant,
  PassQuery,
  PassResult,
  PolicyPassPage,
  WithdrawnPass,
} from '../../core/policy/schema.js';
import { created, ok, type Route } from './route.js';

const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const policyRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/admin/policy-passes',
    operationId: 'listPolicyPasses',
    tag: 'Admin',
    summary: 'Sites that are exempt from a category of the content policy, newest first',
    access: 'admin',
    query: PassQuery,
    answers: { 200: { description: 'A page of passes', schema: PolicyPassPage } },
    run: async ({ actor, query }) => ok(await findPasses(actor, query)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/policy-passes',
    operationId: 'grantPolicyPass',
    tag: 'Admin',
    summary: 'Exempt a site from a category of the content policy, with a reason',
    access: 'admin',
    body: PassGrant,
    answers: {
      200: { description: 'It may pass already', schema: PassResult },
      201: { description: 'It may pass from now on', schema: PassResult },
    },
    errors: ['validation_error'],
    run: async ({ actor, body }) => {
      const { pass, created: isNew } = await grantPass(actor, body);
      return isNew ? created({ pass }) : ok({ pass });
    },
  },
  {
    method: 'delete',
    path: '/api/v1/admin/policy-passes/{id}',
    operationId: 'withdrawPolicyPass',
    tag: 'Admin',
    summary: 'Take a pass back',
    access: 'admin',
    params: byId,
    answers: { 200: { description: 'Withdrawn', schema: WithdrawnPass } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await withdrawPass(actor, params.id ?? '')),
  },
  {
    method: 'get',
    path: '/api/v1/admin/policy-hosts',
    operationId: 'getPolicyHosts',
    tag: 'Admin',
    summary: 'The imported list of hosts: how many, and whether one is among them',
    access: 'admin',
    query: HostListQuery,
    answers: { 200: { description: 'The list, which holds only hashes', schema: HostList } },
    run: async ({ actor, query }) => ok(await readHostList(actor, query)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/policy-hosts',
    operationId: 'importPolicyHosts',
    tag: 'Admin',
    summary: 'Replace the list of hosts; everything is screened again',
    access: 'admin',
    body: HostListImport,
    answers: { 200: { description: 'Imported', schema: HostListImported } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => ok(await importHosts(actor, body)),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/policy-hosts',
    operationId: 'removePolicyHosts',
    tag: 'Admin',
    summary: 'Delete the list of hosts',
    access: 'admin',
    answers: { 200: { description: 'Nothing is listed now', schema: HostListRemoval } },
    errors: ['not_found'],
    run: async ({ actor }) => ok(await removeHosts(actor)),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/policy-hosts/{host}',
    operationId: 'removePolicyHost',
    tag: 'Admin',
    summary: 'Remove one host from the list',
    access: 'admin',
    params: Type.Object({ host: Type.String({ examples: ['bad.example.com'] }) }),
    answers: { 200: { description: 'Not listed any more', schema: HostListRemoval } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await removeHosts(actor, params.host ?? '')),
  },
];
