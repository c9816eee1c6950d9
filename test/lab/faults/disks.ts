// Full disks, each a small file system of its own: of the database, of the pictures, of the outbox.
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endEmbeddedPostgres } from '../../helpers/embedded.js';
import { makeTempDir } from '../../helpers/environment.js';
import { square } from '../../helpers/pictures.js';
import {
  conclude,
  type Outcome,
  probe,
  seconds,
  untilMailed,
  untilWritable,
  withEmbedded,
} from './scenarios.js';
import { Service, startWriting } from './service.js';

/** Mounts a file system of that size. @returns the reason if that is not permitted */
async function onSmallDisk(
  size: string,
  directory: string,
  work: () => Promise<Outcome>,
): Promise<Outcome | string> {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return 'not tried: mounting a small file system needs root';
  }
  try {
    return await work();
  } finally {
    execFileSync('umount', ['-l', directory], { stdio: 'ignore' });
  }
}

/** Fills the file system. @returns a function that frees the space */
function fill(directory: string): () => void {
  const filler = join(directory, 'filler');
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full.
    }
  }
  return () => rmSync(filler);
}

/** The disk of the embedded database is full. */
export async function diskFull(): Promise<Outcome | string> {
  const dataDir = makeTempDir();
  return onSmallDisk('200m', dataDir, () => withDisk(dataDir));
}

async function withDisk(dataDir: string): Promise<Outcome> {
  const service = new Service({ DATA_DIR: dataDir });
  try {
    await service.start();
    await service.register();
    const load = startWriting(service, 2);
    await sleep(500);
    const free = fill(dataDir);
    mkdirSync(join(dataDir, 'outbox'), { recursive: true });
    await service.ask('/api/auth/request-password-reset', { body: { email: 'ada@example.com' } });
    const meanwhile = await probe(service, 8);
    free();
    const began = performance.now();
    await untilWritable(service);
    const figures = { ...meanwhile, 'writes again (s)': seconds((performance.now() - began) / 1000) };
    return await conclude(service, load, figures);
  } finally {
    await service.kill('SIGKILL');
    await endEmbeddedPostgres(dataDir);
  }
}

/** The disk of the pictures is full: a bucket whose store cannot write. */
export async function mediaDiskFull(): Promise<Outcome | string> {
  const directory = makeTempDir();
  return onSmallDisk('1m', directory, async () => {
    // Responds as S3 does; s3rver itself would crash with the error.
    const bucket = createServer((request, response) => {
      const file = join(directory, basename(request.url ?? ''));
      pipeline(request, createWriteStream(file)).then(
        () => response.end(),
        () => response.writeHead(500).end('<Error><Code>InternalError</Code></Error>'),
      );
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const { port } = bucket.address() as AddressInfo;
    try {
      return await withEmbedded((service) => uploads(service, directory), makeTempDir(), {
        MEDIA_STORE: 's3://media',
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
      });
    } finally {
      bucket.close();
    }
  });
}

async function uploads(service: Service, directory: string): Promise<Outcome> {
  const upload = async (name: string) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({
      name,
      website_url: `${name}.example.com`,
      tagline: 'Full',
    })) {
      form.set(field, value);
    }
    form.set('logo', new Blob([await square('png', 64, '#123456')], { type: 'image/png' }), 'logo.png');
    const response = await fetch(`${service.url}/api/v1/listings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}` },
      body: form,
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  const free = fill(directory);
  const refused = await upload('full');
  const words = await service.ask('/api/v1/listings', {
    body: { name: 'Words', website_url: 'words.example.com', tagline: 'Without a picture' },
  });
  free();
  const taken = await upload('full');
  const { body } = await service.ask('/api/v1/listings?mine=1');
  const listed = (JSON.parse(body) as { listings: { name: string }[] }).listings.map(({ name }) => name);
  return {
    lost: taken.status === 201 && !listed.includes('full') ? 1 : 0,
    twice: listed.length === 2 ? 0 : 1,
    'with a picture': `${refused.status}, Retry-After ${refused.retryAfter}`,
    'without a picture': words.status,
    'with a picture, once there is room': taken.status,
  };
}

/** The disk of the outbox is full: the mail waits, and no partial file is left. */
export function outboxDiskFull(): Promise<Outcome | string> {
  return withEmbedded<Outcome | string>((service, dataDir) => {
    const outbox = join(dataDir, 'outbox');
    mkdirSync(outbox, { recursive: true });
    return onSmallDisk('64k', outbox, async () => {
      const free = fill(outbox);
      const asked = await service.ask('/api/auth/request-password-reset', {
        body: { email: 'ada@example.com' },
      });
      await sleep(5_000);
      const left = readdirSync(outbox).filter((name) => name !== 'filler').length;
      free();
      const began = performance.now();
      await untilMailed(dataDir);
      const mails = readdirSync(outbox).length;
      // Leave the file system before it is unmounted.
      await service.kill('SIGKILL');
      return {
        lost: 0,
        twice: mails - 1,
        'request answered': asked.status,
        'files left while it was full': left,
        'mail left after (s)': seconds((performance.now() - began) / 1000),
      };
    });
  });
}
