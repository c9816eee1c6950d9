// A strict client of the JSON API: every response must be one that the served OpenAPI document describes, with the
// request's own status and that status' schema.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import type { Role } from '../../core/kernel/actor.js';
import { currentSettings, refreshSettings } from '../../core/settings/current.js';
import { insertAccount, insertKey, PASSWORD } from './directory.js';
import type { Environment } from './environment.js';
import { type TestServer, useServer } from './server.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
export type Json = any;

export interface ApiAnswer {
  status: number;
  body: Json;
  headers: Headers;
}

export interface CallOptions {
  body?: unknown;
  /** The raw body instead of JSON. */
  raw?: string | Buffer;
  key?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

export interface Api {
  readonly server: TestServer;
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>;
  get(path: string, options?: CallOptions): Promise<ApiAnswer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer>;
  delete(path: string, options?: CallOptions): Promise<ApiAnswer>;
  /** A new account with a key. */
  register(name?: string): Promise<{ key: string; id: string; email: string; password: string }>;
  /** The same, promoted to admin, or to another role. */
  registerAdmin(role?: Role): Promise<{ key: string; id: string; email: string; password: string }>;
  /** A live listing of a new site. */
  submit(key: string, fields?: Json): Promise<Json>;
}

let count = 0;

/** Serves the application to the tests of a block and returns a strict client of it. */
export function useApi(environment: Environment = {}): Api {
  const server = useServer(environment);
  let document: Promise<OpenApi> | undefined;
  before(() => {
    document = undefined;
  });

  const api: Api = {
    server,
    async call(method, path, { body, raw, key, cookie, headers = {} } = {}) {
      document ??= readDocument(server, environment);
      const response = await server.fetch(path, {
        method,
        redirect: 'manual',
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
        headers: {
          ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      const answer = {
        status: response.status,
        body: isJson && text ? JSON.parse(text) : text,
        headers: response.headers,
      };
      expect(response.headers.get('x-request-id'), 'X-Request-Id').to.match(/^[0-9a-f-]{36}$/);
      expectDescribed(await document, method, path, answer);
      return answer;
    },
    get: (path, options) => api.call('GET', path, options),
    post: (path, body = {}, options = {}) => api.call('POST', path, { body, ...options }),
    patch: (path, body = {}, options = {}) => api.call('PATCH', path, { body, ...options }),
    delete: (path, options) => api.call('DELETE', path, options),
    async register(name = 'Ada Lovelace') {
      return accountOf(server, name, 'user');
    },
    async registerAdmin(role: Role = 'admin') {
      return accountOf(server, 'Grace Hopper', role);
    },
    async submit(key, fields = {}) {
      const { status, body } = await api.post(
        '/api/v1/listings',
        { ...productOf(++count), ...fields },
        { key },
      );
      expect(status, JSON.stringify(body)).to.equal(201);
      return body.listing;
    },
  };
  return api;
}

async function accountOf({ database }: TestServer, name: string, role: Role) {
  const email = `ada+${process.pid}.${++count}@example.com`;
  const id = await insertAccount({ email, name, role }, database.knex);
  return { key: await insertKey(id, database.knex), id, email, password: PASSWORD };
}

/** A product that was not submitted before. */
export function newProduct(fields: Json = {}): Json {
  return { ...productOf(++count), ...fields };
}

function productOf(number: number) {
  return {
    name: `Example Notes ${number}`,
    website_url: `https://notes-${number}.example.com`,
    tagline: 'Notes that find themselves',
  };
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Json }> }>>;
  patterns: (readonly [template: string, pattern: RegExp])[];
  validatorOf(pointer: string): ValidateFunction;
}

/** By what the document depends on: most servers of a run serve the same one. */
const documents = new Map<string, OpenApi>();

async function readDocument(server: TestServer, environment: Environment): Promise<OpenApi> {
  await refreshSettings();
  const key = JSON.stringify([environment, currentSettings()]);
  let document = documents.get(key);
  if (!document) {
    // From another IP address, so that the test's own limits are not affected.
    const headers = { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': '198.51.100.99' };
    const response = await server.fetch('/api/v1/openapi.json', { headers });
    const text = (await response.text()).replaceAll(server.url, '');
    document = documents.get(text) ?? compileDocument(JSON.parse(text));
    documents.set(text, document).set(key, document);
  }
  return document;
}

function compileDocument(document: Json): OpenApi {
  // Most validators judge one response: what makes them fast costs more than it saves.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi.json');
  const cache = new Map<string, ValidateFunction>();
  return {
    paths: document.paths,
    patterns: Object.keys(document.paths).map((template) => [
      template,
      new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    ]),
    validatorOf(pointer) {
      let validate = cache.get(pointer);
      if (!validate) {
        validate = ajv.compile({ $ref: `openapi.json#${pointer}` });
        cache.set(pointer, validate);
      }
      return validate;
    },
  };
}

function expectDescribed(document: OpenApi, method: string, path: string, answer: ApiAnswer): void {
  const pathname = path.split('?')[0] ?? '';
  if (!pathname.startsWith('/api/') || method === 'OPTIONS') return;
  const template = findTemplate(document, pathname);
  const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const operation = template && document.paths[template]?.[verb];
  // Undocumented paths and methods are answered with 404 or 405, as Error objects.
  if (!operation) {
    expect(answer.status, `${method} ${path} is not documented`).to.be.oneOf([401, 403, 404, 405, 429]);
    return;
  }
  const described = operation.responses[answer.status];
  expect(described, `${method} ${template} answered ${answer.status}, which is not documented`).to.be.an(
    'object',
  );
  if (method === 'HEAD' || !described?.content) return;
  const escaped = template.replaceAll('~', '~0').replaceAll('/', '~1');
  const ref: string | undefined = described.content['application/json']?.schema?.$ref;
  // Most refusals have one schema, which is compiled once.
  const pointer =
    ref?.slice(1) ??
    `/paths/${encodeURIComponent(escaped)}/${verb}/responses/${answer.status}/content/application~1json/schema`;
  const validate = document.validatorOf(pointer);
  const isValid = validate(answer.body);
  expect(isValid, `${method} ${template} ${answer.status}: ${JSON.stringify(validate.errors)}`).to.equal(
    true,
  );
}

function findTemplate({ paths, patterns }: OpenApi, pathname: string): string | undefined {
  if (Object.hasOwn(paths, pathname)) return pathname;
  return patterns.find(([, pattern]) => pattern.test(pathname))?.[0];
}

/** The members of the Error object that a test names, in a complete object. */
export function expectError(answer: ApiAnswer, status: number, code: string, field?: string): void {
  expect(answer.body?.code, JSON.stringify(answer.body)).to.equal(code);
  expect(answer.status).to.equal(status);
  expect(answer.body.error).to.be.a('string').that.is.not.empty;
  expect(answer.body.request_id).to.equal(answer.headers.get('x-request-id'));
  expect(answer.body.docs_url).to.match(new RegExp(`/docs/errors#${code}$`));
  if (field !== undefined) expect(answer.body.field).to.equal(field);
}
