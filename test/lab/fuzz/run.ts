// `npm run fuzz [-- --requests=100000 --seed=1 --rate=0]`: random requests to every operation of the OpenAPI document, right,
// almost right and wrong. None may end in 5xx, hang, or be answered with what the document does not say.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { endEmbeddedPostgres } from '../../helpers/embedded.js';
import { makeTempDir } from '../../helpers/environment.js';
import { Service } from '../faults/service.js';

type Json = Record<string, unknown>;
interface Operation {
  parameters?: { name: string; in: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: Json }> }>;
}

const option = (name: string, fallback: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? fallback);
const REQUESTS = option('requests', 100_000);
/** Requests a second at most; 0 without limit. */
const RATE = option('rate', 0);
const CLIENTS = 8;
/** Slower responses count as hangs; hashing passwords waits in a queue. */
const LIMIT_MS = 15_000;

let state = option('seed', 1);
/** mulberry32: the same seed generates the same requests, in any order. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const ODD: readonly unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  '\u0000',
  '\ud800',
  '🦓'.repeat(40),
  'a'.repeat(5000),
  '../../etc/passwd',
  "' or 1=1 --",
  '%00',
  '{{7*7}}',
  '<script>',
  0,
  -1,
  1e308,
  2 ** 53,
  true,
  null,
  [],
  {},
  [[[[]]]],
  { a: { b: [null] } },
];
const STRINGS = [
  'zebra',
  'notes app',
  'ada@example.com',
  'https://zebra.example.com/a?b=c',
  'newest',
  'live',
  'free',
  'ai',
];

/** A value that usually matches the schema. */
function make(schema: Json, document: Json, depth = 0): unknown {
  if (random() < 0.15 || depth > 6) return pick(ODD);
  if (typeof schema.$ref === 'string') return make(resolve(schema.$ref, document), document, depth + 1);
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return make(pick(choices), document, depth + 1);
  if (Array.isArray(schema.enum)) return pick(schema.enum);
  if ('const' in schema) return schema.const;
  const type = Array.isArray(schema.type) ? pick(schema.type as string[]) : schema.type;
  if (type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    const used = properties.filter(() => random() < 0.8);
    return Object.fromEntries(used.map(([name, member]) => [name, make(member, document, depth + 1)]));
  }
  if (type === 'array')
    return Array.from({ length: Math.floor(random() * 4) }, () =>
      make((schema.items ?? {}) as Json, document, depth + 1),
    );
  if (type === 'integer' || type === 'number') return Math.floor(random() * 200) - 10;
  if (type === 'boolean') return random() < 0.5;
  if (Array.isArray(schema.examples) && random() < 0.5) return pick(schema.examples);
  return `${pick(STRINGS)}${random() < 0.5 ? Math.floor(random() * 1e6) : ''}`;
}

function resolve(ref: string, document: Json): Json {
  const parts = ref.replace(/^#\//, '').split('/');
  return parts.reduce(
    (value, part) => value[part.replaceAll('~1', '/').replaceAll('~0', '~')] as Json,
    document,
  );
}

const pointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

async function fuzz(service: Service): Promise<string[]> {
  const document = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as Json;
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) =>
      Object.entries(item)
        .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
        .map(([method, operation]) => ({ path, method, operation })),
  );
  const problems = new Map<string, string>();
  const statuses = new Map<number, number>();
  let sent = 0;

  const one = async () => {
    const { path, method, operation } = pick(operations);
    const query = new URLSearchParams();
    let address = path;
    for (const { name, in: where, schema } of operation.parameters ?? []) {
      const value = asText(make(schema, document));
      if (where === 'path')
        address = address.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()) || 'x');
      else if (where === 'query' && random() < 0.4) query.append(name, value);
    }
    const schema = operation.requestBody?.content['application/json']?.schema;
    const broken = random() < 0.03;
    const body = schema ? (broken ? '{"a":' : JSON.stringify(make(schema, document))) : undefined;
    const began = performance.now();
    const told = `${method.toUpperCase()} ${path}`;
    const complain = (what: string) => {
      if (!problems.has(`${told} ${what}`))
        problems.set(`${told} ${what}`, `${address}?${query} ${body ?? ''}`.slice(0, 400));
    };
    try {
      const response = await fetch(`${service.url}${address}${query.size > 0 ? `?${query}` : ''}`, {
        method: method.toUpperCase(),
        redirect: 'manual',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(random() < 0.8 ? { authorization: `Bearer ${service.key}` } : {}),
        },
        body,
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const text = await response.text();
      const { status } = response;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // 503 with Retry-After is back-pressure, which the document includes.
      if (status >= 500 && status !== 503) return complain(`answered ${status}`);
      const known = operation.responses[status];
      if (!known) return complain(`answered ${status}, which the document does not know`);
      if (!response.headers.get('content-type')?.startsWith('application/json')) return;
      const place = known.$ref?.slice(2).split('/') ?? ['paths', path, method, 'responses', String(status)];
      const wanted = [...place, 'content', 'application/json', 'schema'].map(pointerPart).join('/');
      const validate = ajv.getSchema(`api#/${wanted}`);
      if (validate && !validate(JSON.parse(text)))
        complain(`${status}: ${ajv.errorsText(validate.errors).slice(0, 200)}`);
    } catch (error) {
      complain(performance.now() - began > LIMIT_MS - 100 ? 'hung' : `failed: ${(error as Error).message}`);
    }
  };
  const began = performance.now();
  const pace = () => (RATE === 0 ? 0 : Math.max(0, began + (sent / RATE) * 1000 - performance.now()));
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (sent < REQUESTS) {
        sent += 1;
        await sleep(pace());
        await one();
      }
    }),
  );
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`${sent} requests to ${operations.length} operations; ${counts.join(', ')}`);
  return [...problems].map(([what, how]) => `${what}\n    ${how}`);
}

const dataDir = makeTempDir();
const service = new Service({ DATA_DIR: dataDir });
try {
  await service.start();
  await service.register();
  const problems = await fuzz(service);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await service.kill('SIGKILL');
  await endEmbeddedPostgres(dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
