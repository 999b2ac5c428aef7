import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { loadConfig } from '#libs/runtime';
import { DiskStore } from './disk-store.js';
import { ObjectStore } from './object-store.js';
import { StorageConfig } from './storage.config.js';

/** Opens the store that a storage URL names. */
export async function openObjectStore({ storageUrl }: StorageConfig): Promise<ObjectStore> {
  const store = new DiskStore(fileURLToPath(storageUrl));
  await store.sweepAbandoned(new Date());
  return store;
}

/** Gives a service its {@link ObjectStore}, configured by STORAGE_URL. */
@Module({
  providers: [{ provide: ObjectStore, useFactory: () => openObjectStore(loadConfig(StorageConfig)) }],
  exports: [ObjectStore],
})
export class StorageModule {}
