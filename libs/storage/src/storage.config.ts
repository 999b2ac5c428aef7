import { ValidateBy } from 'class-validator';
import { parseStorageUrl } from './storage-location.js';

/** Where files are kept. */
export class StorageConfig {
  /** As `parseStorageUrl` reads it. Credentials of S3 are where Amazon's tools look for them: AWS_ACCESS_KEY_ID and so on. */
  @ValidateBy({
    name: 'isStorageUrl',
    validator: {
      validate: (value: unknown) => whatIsWrong(value) === undefined,
      defaultMessage: (checked) => `storageUrl ${whatIsWrong(checked?.value) ?? ''}`,
    },
  })
  storageUrl: string;
}

function whatIsWrong(value: unknown): string | undefined {
  try {
    parseStorageUrl(typeof value === 'string' ? value : '');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
