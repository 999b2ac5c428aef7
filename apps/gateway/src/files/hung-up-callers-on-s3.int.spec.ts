import { afterAll, expect } from '@jest/globals';
import { describeOnS3, type FaultyProxy, startFaultyProxy, type TestS3 } from '#libs/testing';
import { describeHungUpCallers } from '../testing/hung-up-callers.js';

await describeOnS3('on S3', (start) => {
  let s3: TestS3;
  let proxy: FaultyProxy;
  afterAll(async () => {
    await proxy.stop();
    await s3.stop();
  });
  describeHungUpCallers('callers who hang up before the first byte of files', async () => {
    s3 = await start();
    proxy = await startFaultyProxy(s3.endpoint);
    return {
      environment: { ...s3.credentials, STORAGE_URL: s3.storageUrl('hung-up', { endpoint: proxy.url }) },
      holdsNothing: () => expect(proxy.unfinished).toBe(0),
    };
  });
});
