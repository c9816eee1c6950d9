import { Type } from '@sinclair/typebox';
import { importHosts, readHostList, removeHosts } from '../../core/policy/host-list.js';
import { findPasses, grantPass, withdrawPass } from '../../core/policy/passes.js';
import * as schema from '../../core/policy/schema.js';
import { created, ok, routesOf } from './route.js';

const shared = { path: '/api/v1/admin', tag: 'Admin', access: 'admin' } as const;

export const policyRoutes = routesOf(shared, {
  listPolicyPasses: {
    get: '/policy-passes',
    summary: 'Sites that are exempt from a category of the content policy, newest first',
    query: schema.PassQuery,
    answers: { 200: ['A page of passes', schema.PolicyPassPage] },
    does: findPasses,
  },
  grantPolicyPass: {
    post: '/policy-passes',
    summary: 'Exempt a site from a category of the content policy, with a reason',
    body: schema.PassGrant,
    answers: {
      200: ['It may pass already', schema.PassResult],
      201: ['It may pass from now on', schema.PassResult],
    },
    run: async ({ actor, body }) => {
      const { pass, created: isNew } = await grantPass(actor, body);
      return isNew ? created({ pass }) : ok({ pass });
    },
  },
  withdrawPolicyPass: {
    delete: '/policy-passes/{id}',
    summary: 'Take a pass back',
    answers: { 200: ['Withdrawn', schema.WithdrawnPass] },
    does: withdrawPass,
  },
  getPolicyHosts: {
    get: '/policy-hosts',
    summary: 'The imported list of hosts: how many, and whether one is among them',
    query: schema.HostListQuery,
    answers: { 200: ['The list, which holds only hashes', schema.HostList] },
    does: readHostList,
  },
  importPolicyHosts: {
    post: '/policy-hosts',
    summary: 'Replace the list of hosts; everything is screened again',
    body: schema.HostListImport,
    answers: { 200: ['Imported', schema.HostListImported] },
    does: importHosts,
  },
  removePolicyHosts: {
    delete: '/policy-hosts',
    summary: 'Delete the list of hosts',
    answers: { 200: ['Nothing is listed now', schema.HostListRemoval] },
    errors: ['not_found'],
    does: removeHosts,
  },
  removePolicyHost: {
    delete: '/policy-hosts/{host}',
    summary: 'Remove one host from the list',
    params: Type.Object({ host: Type.String({ examples: ['bad.example.com'] }) }),
    answers: { 200: ['Not listed any more', schema.HostListRemoval] },
    does: removeHosts,
  },
});
