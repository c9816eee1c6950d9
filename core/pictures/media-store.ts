// Storage of picture bytes: in the database, or in an S3-compatible store (MEDIA_STORE).
import type { S3Client } from '@aws-sdk/client-s3';
import { config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { log } from '../kernel/log.js';

/** An object store; the database store needs none, its bytes are in the row. */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** null if the object does not exist. */
  get(key: string): Promise<Buffer | null>;
  remove(keys: readonly string[]): Promise<void>;
}

/** The configured object store, or null for the database. */
export function objectStore(): ObjectStore | null {
  return config.mediaStore === 'database' ? null : s3Store(config.mediaStore.bucket);
}

let client: Promise<S3Client> | null = null;

/** Imported lazily: the SDK is large. */
function connect(): Promise<S3Client> {
  client ??= import('@aws-sdk/client-s3').then(({ S3Client: Client }) => {
    const {
      s3Endpoint: endpoint,
      s3Region: region,
      s3AccessKeyId: accessKeyId,
      s3SecretAccessKey: secretAccessKey,
    } = config;
    return new Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      // Without keys the SDK uses its default chain (instance role, profile).
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // A transaction waits for the response: an unresponsive store must not block it for ever.
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
      // Many S3-compatible stores do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  });
  return client;
}

function s3Store(bucket: string): ObjectStore {
  const store: ObjectStore = {
    async put(key, bytes) {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      const s3 = await connect();
      await s3.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: 'image/webp' }),
      );
    },
    async get(key) {
      const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3');
      const s3 = await connect();
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(keys) {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      const s3 = await connect();
      // One by one: the bulk call requires checksums that stores disagree about.
      for (const key of keys) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
  return {
    put: (key, bytes) => store.put(key, bytes).catch(unavailable),
    get: (key) => store.get(key).catch(unavailable),
    remove: (keys) => store.remove(keys).catch(unavailable),
  };
}

/** The store is unreachable or refuses access: an error of neither the request nor the database. */
function unavailable(cause: unknown): never {
  log.error({ err: cause }, 'the media store is not reachable');
  throw new DomainError('unavailable', say('error.pictures-away'), {
    retryAfterSeconds: 5,
    cause,
  });
}

/** Closes the connections of the store; the next use opens new ones. */
export async function closeMediaStore(): Promise<void> {
  const open = client;
  client = null;
  if (open) (await open).destroy();
}
