import { Type } from '@sinclair/typebox';
import * as hosts from '../../core/policy/host-list.js';
import * as passes from '../../core/policy/passes.js';
import { created, ok, routesOf } from './route.js';

const shared = { path: '/api/v1/admin', tag: 'Admin', access: 'admin' } as const;

export const policyRoutes = routesOf(shared, {
  listPolicyPasses: {
    get: '/policy-passes',
    summary: 'Sites that are exempt from a category of the content policy, newest first',
    query: passes.PassQuery,
    answer: ['A page of passes', passes.PolicyPassPage],
    does: passes.findPasses,
  },
  grantPolicyPass: {
    post: '/policy-passes',
    summary: 'Exempt a site from a category of the content policy, with a reason',
    body: passes.PassGrant,
    answers: {
      200: ['It may pass already', passes.PassResult],
      201: ['It may pass from now on', passes.PassResult],
    },
    run: async ({ actor, body }) => {
      const { pass, created: isNew } = await passes.grantPass(actor, body);
      return isNew ? created({ pass }) : ok({ pass });
    },
  },
  withdrawPolicyPass: {
    delete: '/policy-passes/{id}',
    summary: 'Take a pass back',
    answer: ['Withdrawn', passes.WithdrawnPass],
    does: passes.withdrawPass,
  },
  getPolicyHosts: {
    get: '/policy-hosts',
    summary: 'The imported list of hosts: how many, and whether one is among them',
    query: hosts.HostListQuery,
    answer: ['The list, which holds only hashes', hosts.HostList],
    does: hosts.readHostList,
  },
  importPolicyHosts: {
    post: '/policy-hosts',
    summary: 'Replace the list of hosts; everything is screened again',
    body: hosts.HostListImport,
    answer: ['Imported', hosts.HostListImported],
    does: hosts.importHosts,
  },
  removePolicyHosts: {
    delete: '/policy-hosts',
    summary: 'Delete the list of hosts',
    answer: ['Nothing is listed now', hosts.HostListRemoval],
    errors: ['not_found'],
    does: hosts.removeHosts,
  },
  removePolicyHost: {
    delete: '/policy-hosts/{host}',
    summary: 'Remove one host from the list',
    params: Type.Object({ host: Type.String({ examples: ['bad.example.com'] }) }),
    answer: ['Not listed any more', hosts.HostListRemoval],
    does: hosts.removeHosts,
  },
});
