import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { temporaryFolder } from '#libs/testing';
import { ObjectStore } from './object-store.js';
import { StorageModule } from './storage.module.js';

describe('StorageModule', () => {
  const folder = temporaryFolder('with space');

  it('opens the store that STORAGE_URL names, in a folder with a space too', async () => {
    process.env['STORAGE_URL'] = pathToFileURL(folder).href;
    const module = await Test.createTestingModule({ imports: [StorageModule] }).compile();
    const store = module.get(ObjectStore);
    await store.put('videos/one.mp4', Buffer.from('picture'), { contentType: 'video/mp4' });
    expect(await store.head('videos/one.mp4')).toMatchObject({ size: 7, contentType: 'video/mp4' });
    await module.close();
  });
});
