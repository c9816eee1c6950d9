// The schemas that validate are those that document: tests what manual edits could get wrong.
import type { TSchema } from '@sinclair/typebox';
import { expect } from 'chai';
import { configure } from '../core/kernel/config.js';
import { Listing, ListingPatch, ListingSubmission, OWNER_FIELDS } from '../core/listings/schema.js';
import { isForStaff } from '../server/api/route.js';
import { routes } from '../server/api/routes.js';
import { makeTempDir } from './helpers/environment.js';

type Node = TSchema & { pattern?: string };

function* walk(schema: unknown, path: string): Generator<[string, Node]> {
  if (typeof schema !== 'object' || schema === null) return;
  if ('type' in schema) yield [path, schema as unknown as Node];
  for (const [name, part] of Object.entries(schema)) yield* walk(part, `${path}/${name}`);
}

describe('the schemas', () => {
  before(() => {
    configure({ DATA_DIR: makeTempDir() });
  });

  it('bound every text, list and number that a caller sends', () => {
    for (const route of routes()) {
      for (const [path, schema] of walk(route.body, route.operationId)) {
        const types: unknown[] = [schema.type].flat();
        const isBounded = schema.enum ?? schema.const ?? schema.format === 'uuid';
        if (types.includes('string') && !isBounded) expect(schema.maxLength, path).to.be.a('number');
        if (types.includes('array')) expect(schema.maxItems, path).to.be.a('number');
      }
    }
  });

  it('anchor their patterns, and write them so that browsers compile them with the v flag', () => {
    for (const route of routes()) {
      for (const part of [route.body, route.query, route.params]) {
        for (const [path, { pattern }] of walk(part, route.operationId)) {
          if (pattern === undefined) continue;
          expect(pattern, path).to.match(/^\^.*\$$/);
          expect(() => new RegExp(pattern, 'v'), path).to.not.throw();
        }
      }
    }
  });

  it('have every writable field of a listing in the submission, the patch and the record', () => {
    for (const field of OWNER_FIELDS) {
      expect(ListingSubmission.properties).to.have.property(field);
      expect(ListingPatch.properties).to.have.property(field);
      expect(Listing.properties).to.have.property(field);
    }
  });

  it('use one name for each shape', () => {
    const byTitle = new Map<string, string>();
    for (const route of routes()) {
      const parts = [route.body, ...Object.values(route.answers).map(([, schema]) => schema)];
      for (const part of parts) {
        for (const [, schema] of walk(part, route.operationId)) {
          if (schema.type !== 'object' || !schema.title) continue;
          const text = JSON.stringify(schema);
          expect(byTitle.get(schema.title) ?? text, schema.title).to.equal(text);
          byTitle.set(schema.title, text);
        }
      }
    }
  });

  it('document for every route the required account and the responses', () => {
    for (const route of routes()) {
      expect(route.summary, route.operationId).to.be.a('string').that.is.not.empty;
      const isOfStaff = route.path.startsWith('/api/v1/admin');
      expect(isForStaff(route.access), route.operationId).to.equal(isOfStaff);
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(route.params?.properties ?? {}), route.operationId).to.deep.equal(names);
    }
  });
});
