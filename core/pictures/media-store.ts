// Stores picture bytes in the database, or in an S3-compatible store (MEDIA_STORE).
import type { S3Client } from '@aws-sdk/client-s3';
import { config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { log } from '../kernel/log.js';

/** The object store; null if the bytes are in the row of the picture. */
export const objectStore = () =>
  config.mediaStore === 'database' ? null : s3Store(config.mediaStore.bucket);

type Sdk = typeof import('@aws-sdk/client-s3');

let client: S3Client | null = null;

function connect({ S3Client: Client }: Sdk): S3Client {
  const { s3Endpoint: endpoint, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config;
  return new Client({
    region: config.s3Region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Without keys the SDK uses its default chain (instance role, profile).
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // A transaction waits for the response: an unresponsive store must not block it for ever.
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    // Many S3-compatible stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function s3Store(bucket: string) {
  return {
    put: (key: string, bytes: Buffer) =>
      withClient(async (s3, { PutObjectCommand }) => {
        const object = { Bucket: bucket, Key: key, Body: bytes, ContentType: 'image/webp' };
        await s3.send(new PutObjectCommand(object));
      }),
    get: (key: string) =>
      withClient(async (s3, { GetObjectCommand, NoSuchKey }) => {
        try {
          const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
          return Body ? Buffer.from(await Body.transformToByteArray()) : null;
        } catch (error) {
          if (error instanceof NoSuchKey) return null;
          throw error;
        }
      }),
    remove: (keys: readonly string[]) =>
      withClient(async (s3, { DeleteObjectCommand }) => {
        // One by one: the bulk call requires checksums that stores disagree about.
        for (const key of keys) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      }),
  };
}

/** @throws DomainError unavailable if the store is unreachable or refuses access */
async function withClient<T>(work: (s3: S3Client, sdk: Sdk) => Promise<T>): Promise<T> {
  try {
    // Imported lazily: the SDK is large.
    const sdk = await import('@aws-sdk/client-s3');
    client ??= connect(sdk);
    return await work(client, sdk);
  } catch (cause) {
    log.error({ err: cause }, 'the media store is not reachable');
    throw new DomainError('unavailable', say('error.pictures-away'), { retryAfterSeconds: 5, cause });
  }
}

export function closeMediaStore(): void {
  client?.destroy();
  client = null;
}
