import { ListingPatch } from '../../core/listings/schema.js';
import { explainListing } from '../../core/listings/screen.js';
import { countVerdicts, PolicyFigures } from '../../core/policy/figures.js';
import * as hosts from '../../core/policy/hosts.js';
import { PolicyExplanation } from '../../core/policy/screening.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1/admin', tag: 'Admin', access: 'admin' } as const;

export const policyRoutes = routesOf(shared, {
  countPolicyVerdicts: {
    get: '/policy-figures',
    summary: 'How often the content policy refused, flagged, was overruled and missed something',
    answer: ['The last 30 days, by category', PolicyFigures],
    does: countVerdicts,
  },
  checkPolicy: {
    post: '/policy-check',
    summary: 'How the content policy judges a listing, and why; nothing is stored',
    body: ListingPatch,
    answer: ['The verdict on a submission of these fields', PolicyExplanation],
    does: explainListing,
  },
  listPolicyHosts: {
    get: '/policy-hosts',
    summary: 'The verdicts on hosts, newest first',
    query: hosts.HostVerdictQuery,
    answer: ['A page of verdicts', hosts.HostVerdictPage],
    does: hosts.findHostVerdicts,
  },
  setPolicyHost: {
    post: '/policy-hosts',
    summary: 'Refuse a host, hold its listings for a moderator, or exempt it from the content policy',
    body: hosts.HostVerdictInput,
    answers: {
      200: ['The host had a verdict; this one replaces it', hosts.HostVerdictResult],
      201: ['The host has a verdict from now on', hosts.HostVerdictResult],
    },
    does: hosts.setHostVerdict,
  },
  removePolicyHost: {
    delete: '/policy-hosts/{host}',
    summary: 'Remove the verdict on a host',
    answer: ['Removed', hosts.RemovedHostVerdict],
    does: hosts.removeHostVerdict,
  },
});
