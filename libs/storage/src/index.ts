/** The only access to stored files. */
export { DiskStore } from './disk-store.js';
export { contentTypeOf } from './object-key.js';
export * from './object-store.js';
export { StorageConfig } from './storage.config.js';
export { openObjectStore, StorageModule } from './storage.module.js';
