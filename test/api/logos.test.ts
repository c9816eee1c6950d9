// A logo sent with a listing, and the picture as it is served.
import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { expectError, type Json, newProduct, useApi } from '../helpers/api.js';
import { square, svg } from '../helpers/pictures.js';

describe('an uploaded logo', () => {
  const api = useApi();
  let key: string;
  before(async () => {
    key = (await api.register()).key;
  });

  const form = (fields: Json, logo?: Blob | null, name = 'logo') => {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) {
      for (const item of [value].flat()) body.append(field, String(item));
    }
    if (logo) body.append(name, logo, 'picture.bin');
    return new Response(body);
  };
  const send = async (method: string, path: string, response: Response, headers = {}) => {
    const raw = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    return api.call(method, path, { raw, key, headers: { 'content-type': type, ...headers } });
  };
  const post = (fields: Json, logo?: Blob | null) => send('POST', '/api/v1/listings', form(fields, logo));
  const blob = async (format: 'png' | 'gif' = 'png', color = '#0a6') =>
    new Blob([new Uint8Array(await square(format, 64, color))]);

  it('is stored, takes precedence over logo_url and is served as immutable', async () => {
    const { status, body } = await post(
      newProduct({ logo_url: 'https://else.example.com/x.png' }),
      await blob(),
    );
    expect(status).to.equal(201);
    const address: string = body.listing.logo_url;
    expect(address).to.match(new RegExp(`^${api.server.url}/media/[A-Za-z0-9_-]{43}$`));
    const picture = await fetch(address);
    expect(picture.status).to.equal(200);
    expect(Object.fromEntries(picture.headers)).to.include({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'access-control-allow-origin': '*',
    });
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.toString('latin1', 8, 12)).to.equal('WEBP');
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(bytes.length)]);
    expect(await statusWith(address, picture.headers.get('etag') ?? '')).to.equal(304);
    const posted = await fetch(address, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
  });

  it('is decoded only after every other check has passed', async () => {
    const unreadable = new Blob(['no picture at all']);
    const media = () => api.server.database.knex('media').count({ count: '*' });
    const before = await media();
    expectError(await post(newProduct({ tagline: '' }), unreadable), 400, 'validation_error', 'tagline');
    const prohibited = newProduct({ tagline: 'Buy cocaine and heroin online' });
    expectError(await post(prohibited, unreadable), 422, 'content_policy', 'tagline');
    const { body } = await post(newProduct());
    const path = `/api/v1/listings/${body.listing.slug}`;
    const patch = await send('PATCH', path, form({ tagline: 'Buy cocaine and heroin online' }, unreadable));
    expectError(patch, 422, 'content_policy', 'tagline');
    const { key: other } = await api.register();
    const foreign = await send('PATCH', path, form({ tagline: 'Mine' }, await blob('png', '#123')), {
      authorization: `Bearer ${other}`,
    });
    expectError(foreign, 403, 'forbidden');
    expect(await media()).to.deep.equal(before);
  });

  it('can be sent beside lists as repeated fields or as JSON text', async () => {
    const one = await post(
      newProduct({ categories: ['ai', 'design'], features: ['Fast', 'Small'] }),
      await blob(),
    );
    expect(one.body.listing).to.deep.include({ categories: ['ai', 'design'], features: ['Fast', 'Small'] });
    const two = await post(newProduct({ categories: '["ai","sales"]', features: 'One, with a comma' }));
    expect(two.body.listing).to.deep.include({
      categories: ['ai', 'sales'],
      features: ['One, with a comma'],
    });
  });

  it('is replaced by PATCH, which deletes the old file', async () => {
    const { body } = await post(newProduct(), await blob('png', '#f00'));
    const { slug, logo_url: old } = body.listing;
    const changed = await send(
      'PATCH',
      `/api/v1/listings/${slug}`,
      form({}, new Blob([new Uint8Array(svg('<circle r="30" cx="32" cy="32"/>'))])),
    );
    expect(changed.status).to.equal(200);
    expect(changed.body.listing.logo_url).to.not.equal(old);
    expect((await fetch(old)).status).to.equal(404);
    const gone = changed.body.listing.logo_url;
    await api.delete(`/api/v1/listings/${slug}`, { key });
    expect((await fetch(gone)).status).to.equal(404);
  });

  it('has error codes of its own for its field, and when refused nothing is created', async () => {
    const product = newProduct();
    const large = new Blob([new Uint8Array(2 * 1024 * 1024 + 1)]);
    expectError(await post(product, large), 413, 'payload_too_large', 'logo');
    expectError(await post(product, new Blob(['%PDF-1.7'])), 415, 'unsupported_media_type', 'logo');
    const broken = new Blob([new Uint8Array((await square('png')).subarray(0, 60))]);
    expectError(await post(product, broken), 400, 'validation_error', 'logo');
    expectError(await post(product, new Blob([new Uint8Array(5_000_000)])), 413, 'payload_too_large', 'logo');
    expect((await post(product)).status).to.equal(201);
  });

  it('may have exactly 2 MB', async () => {
    const png = await square('png');
    const padded = Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 - png.length)]);
    expect((await post(newProduct(), new Blob([new Uint8Array(padded)]))).status).to.equal(201);
  });

  it('counts as absent when the file field is empty, as browsers send it', async () => {
    expectError(await post(newProduct(), new Blob([])), 415, 'unsupported_media_type', 'logo');
    const boundary = 'xx';
    const fields = Object.entries(newProduct() as Record<string, string>)
      .map(([name, value]) => `--xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const empty =
      '--xx\r\ncontent-disposition: form-data; name="logo"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--xx--\r\n';
    const answer = await api.call('POST', '/api/v1/listings', {
      raw: fields + empty,
      key,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect([answer.status, answer.body.listing.logo_url]).to.deep.equal([201, null]);
  });

  it('is part of the body under an Idempotency-Key: the same form gets the same response, another picture 422', async () => {
    const product = newProduct();
    const headers = { 'idempotency-key': 'logo-1' };
    const first = await send('POST', '/api/v1/listings', form(product, await blob()), headers);
    const again = await send('POST', '/api/v1/listings', form(product, await blob()), headers);
    expect(again.body).to.deep.equal(first.body);
    const other = await send('POST', '/api/v1/listings', form(product, await blob('gif', '#00f')), headers);
    expectError(other, 422, 'idempotency_mismatch');
  });

  it('is refused when sent twice, like any single-valued field', async () => {
    const twice = new FormData();
    const product = newProduct();
    for (const [field, value] of Object.entries(product)) twice.append(field, String(value));
    for (const color of ['#f00', '#00f']) twice.append('logo', await blob('png', color), 'picture.png');
    const logos = await send('POST', '/api/v1/listings', new Response(twice));
    expectError(logos, 400, 'validation_error', 'logo');
    const names = await post({ ...product, name: ['One name', 'Another name'] });
    expectError(names, 400, 'validation_error', 'name');
    expect(await api.server.database.knex('listings').where({ name: product.name })).to.deep.equal([]);
  });

  it('is ignored with a warning when sent as text; a malformed form is answered with 400', async () => {
    const { body } = await post(newProduct({ logo: 'data:image/png;base64,xx' }));
    expect(body.warnings).to.deep.include.members([body.warnings.find((w: Json) => w.field === 'logo')]);
    for (const [raw, type] of [
      ['--x\r\nbroken', 'multipart/form-data; boundary=x'],
      ['x', 'multipart/form-data'],
    ] as const) {
      const answer = await api.call('POST', '/api/v1/listings', {
        raw,
        key,
        headers: { 'content-type': type },
      });
      expectError(answer, 400, 'validation_error');
      expect(answer.body, 'no field is to blame').not.to.have.property('field');
    }
  });

  const part = (headers: string, value = 'x') => `--x\r\n${headers}\r\n\r\n${value}\r\n`;
  const product: Record<string, string> = newProduct();
  const whole = Object.entries(product)
    .map(([name, value]) => part(`content-disposition: form-data; name="${name}"`, value))
    .join('');
  const BROKEN: Record<string, string> = {
    'a part without a name': `${part('content-disposition: form-data')}--x--\r\n`,
    'a file without a name': `${part('content-disposition: form-data; filename="a.png"')}--x--\r\n`,
    'a file cut off': '--x\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\n\r\nPNG',
    'a part without a disposition': `${part('content-type: image/png')}--x--\r\n`,
    'a disposition that cannot be read': `${part('content-disposition: form-data; name="logo')}--x--\r\n`,
    'another disposition': `${part('content-disposition: attachment; name="logo"')}--x--\r\n`,
    'a header that is none': `${part('content-disposition form-data; name="logo"')}--x--\r\n`,
    'a delimiter that goes on': '--xyz\r\n\r\nx\r\n--x--\r\n',
    'a charset that does not exist': `${part('content-disposition: form-data; name="cta_label"\r\ncontent-type: text/plain; charset=utf-64')}--x--\r\n`,
    'no end': part('content-disposition: form-data; name="cta_label"'),
    'a list nested without end': `${part('content-disposition: form-data; name="features"', '['.repeat(60_000) + ']'.repeat(5_000))}--x--\r\n`,
  };
  for (const [what, end] of Object.entries(BROKEN)) {
    it(`in a form with ${what} is answered with 400 at every door, also for guests, and creates nothing`, async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': what };
      const answer = await api.call('POST', '/api/v1/listings', { raw: whole + end, key, headers });
      expectError(answer, 400, 'validation_error');
      const guest = await api.call('POST', '/submit', { raw: whole + end, headers });
      expect(guest.status, 'a guest at the page').to.be.within(300, 499);
      const listed = await api.server.database.knex('listings').where({ website_url: product.website_url });
      expect(listed).to.deep.equal([]);
    });
  }

  it('may arrive in parts of any length, with a preamble and an epilogue', async () => {
    const product = newProduct();
    const fields = Object.entries(product as Record<string, string>)
      .map(([name, value]) => part(`content-disposition: form-data; name="${name}"`, value))
      .join('');
    const text = `preamble\r\n${fields}--x--\r\n--x\r\nepilogue`;
    // Byte by byte, so that every delimiter is cut somewhere.
    const response = await fetch(`${api.server.url}/api/v1/listings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary="x"' },
      body: new ReadableStream({
        start(stream) {
          for (const byte of Buffer.from(text)) stream.enqueue(Uint8Array.of(byte));
          stream.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(response.status, await response.text()).to.equal(201);
  });
});

/** Without the `Cache-Control: no-cache` that fetch adds to conditional requests. */
function statusWith(address: string, etag: string): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(address, { headers: { 'if-none-match': etag } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
