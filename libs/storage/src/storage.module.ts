import { Module } from '@nestjs/common';
import { loadConfig } from '#libs/runtime';
import { DiskStore } from './disk-store.js';
import { ObjectStore } from './object-store.js';
import { S3Store } from './s3-store.js';
import { StorageConfig } from './storage.config.js';
import { parseStorageUrl } from './storage-location.js';

/**
 * Opens the store of a storage URL and removes unfinished writes of processes that died.
 * @throws StorageError when the store refuses: a missing bucket, wrong credentials
 */
export async function openObjectStore({ storageUrl }: StorageConfig): Promise<ObjectStore> {
  const location = parseStorageUrl(storageUrl);
  const store = location.kind === 's3' ? new S3Store(location) : new DiskStore(location.folder);
  await store.sweepAbandoned(new Date());
  return store;
}

/** Provides a service's {@link ObjectStore}, configured by STORAGE_URL. */
@Module({
  providers: [{ provide: ObjectStore, useFactory: () => openObjectStore(loadConfig(StorageConfig)) }],
  exports: [ObjectStore],
})
export class StorageModule {}
