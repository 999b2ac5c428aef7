import { Matches } from 'class-validator';

/** Where files are kept. */
export class StorageConfig {
  /** `file:///absolute/folder`. */
  @Matches(/^file:\/\/\/./, { message: 'storageUrl must be a file:///absolute/folder address' })
  storageUrl: string;
}
