/** class-transformer does not export the storage its `@Type` decorator writes to; this is the file it lives in. */
declare module 'class-transformer/cjs/storage.js' {
  import type { TypeMetadata } from 'class-transformer';

  export const defaultMetadataStorage: {
    findTypeMetadata(target: new () => object, property: string): TypeMetadata | undefined;
  };
}
