// What the service is compared with, one kind in a process: `node plain.js KIND DATABASE_URL ORIGIN`, which prints its
// port. None of them looks at who asks, counts, logs or sets a header.
//   node     node:http, prepared statements whose rows are JSON already
//   express  Express with the same statements
//   models   Express, knex and objection: the row as a model
//   bytes    Express, answers as bytes that are there already: those of the service at ORIGIN, fetched once each
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import knexFactory from 'knex';
import { Model, snakeCaseMappers } from 'objection';
import pg from 'pg';
import { insertOf } from './fill.js';

const [kind, url, origin = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const LISTING = `json_build_object('id', id, 'slug', slug, 'name', name, 'website_url', website_url, 'tagline', tagline,
  'description', description, 'categories', categories, 'pricing_model', pricing_model,
  'pricing_summary', pricing_summary, 'cta_label', cta_label, 'features', features, 'logo_url', logo_url,
  'screenshot_url', screenshot_url, 'screenshot_status', screenshot_status,
  'screenshot_updated_at', screenshot_updated_at, 'status', status, 'source', source, 'featured', featured,
  'created_at', created_at, 'updated_at', updated_at, 'published_at', published_at)::text as json`;

const page = (filter: string, total: string) =>
  `select ${LISTING}, ${total} as total from listings where status = 'live' ${filter}
   order by published_at desc, id desc limit 20`;

const total = (category: string) =>
  `(select coalesce(sum(listings), 0)::int from term_counts where term = ${category})`;

const STATEMENTS = {
  slug: `select ${LISTING} from listings where slug = $1 and status = 'live'`,
  newest: page('', total(`''`)),
  category: page('and categories @> array[$1]::text[]', total("concat('#', $1::text)")),
};

async function one(slug: string): Promise<string> {
  const { rows } = await pool.query({ name: 'slug', text: STATEMENTS.slug, values: [slug] });
  return `{"listing":${rows[0].json}}`;
}

async function many(category: string | null): Promise<string> {
  const { rows } = await pool.query(
    category === null
      ? { name: 'newest', text: STATEMENTS.newest }
      : { name: 'category', text: STATEMENTS.category, values: [category] },
  );
  return `{"listings":[${rows.map(({ json }) => json).join(',')}],"page":1,"limit":20,"total":${rows[0].total}}`;
}

class Listing extends Model {
  static override tableName = 'listings';

  static override get columnNameMappers() {
    return MAPPERS;
  }
}
const MAPPERS = snakeCaseMappers();

function listen(handler: (req: IncomingMessage, res: ServerResponse) => void): void {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`));
}

if (kind === 'node') {
  listen(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost');
    const slug = /^\/api\/v1\/listings\/(.+)$/.exec(pathname)?.[1];
    const text = slug ? await one(slug) : await many(searchParams.get('category'));
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    res.end(text);
  });
} else {
  const app = express();
  if (kind === 'models') {
    Model.knex(knexFactory({ client: 'pg', connection: url, pool: { max: 10 } }));
    app.get('/api/v1/listings/:slug', async (req, res) => {
      const listing = await Listing.query().findOne({ slug: req.params.slug, status: 'live' });
      res.status(listing ? 200 : 404).json({ listing });
    });
  } else if (kind === 'bytes') {
    const answers = new Map<string, { type: string; bytes: Buffer }>();
    app.use(async (req, res) => {
      let answer = answers.get(req.originalUrl);
      if (answer === undefined) {
        const response = await fetch(origin + req.originalUrl, {
          headers: { 'accept-encoding': 'identity' },
        });
        const type = response.headers.get('content-type') ?? '';
        answer = { type, bytes: Buffer.from(await response.arrayBuffer()) };
        answers.set(req.originalUrl, answer);
      }
      res.type(answer.type).send(answer.bytes);
    });
  } else {
    app.get('/api/v1/listings', async (req, res) => {
      res.type('json').send(await many((req.query.category as string) ?? null));
    });
    app.get('/api/v1/listings/:slug', async (req, res) => {
      res.type('json').send(await one(req.params.slug));
    });
    app.post('/api/v1/listings', express.json(), async (req, res) => {
      const slug = new URL(req.body.website_url).host.replaceAll('.', '-');
      const { text, values } = insertOf(req.body, slug);
      const { rows } = await pool.query({ name: 'insert', text, values });
      res.status(201).json({ listing: { ...req.body, ...rows[0] } });
    });
  }
  listen(app);
}
