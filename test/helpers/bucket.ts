// An S3-compatible bucket for pictures.
import S3rver from 's3rver';
import { closeMediaStore } from '../../core/pictures/media-store.js';
import { type Environment, makeTempDir } from './environment.js';

/** Runs a bucket for the tests of a block. Pass the result to `useDatabase`, called after it. */
export function useBucket(): Environment {
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: makeTempDir(),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const environment: Environment = {
    MEDIA_STORE: 's3://pictures',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  before(async () => {
    environment.S3_ENDPOINT = `http://127.0.0.1:${(await s3.run()).port}`;
  });
  after(async () => {
    closeMediaStore();
    await s3.close();
  });
  return environment;
}
