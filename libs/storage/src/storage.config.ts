import { ValidateBy } from 'class-validator';
import { messageOf } from '#libs/errors';
import { parseStorageUrl } from './storage-location.js';

/** Location of the stored files. */
export class StorageConfig {
  /** A URL for `parseStorageUrl`. Amazon's SDK finds the credentials of S3: AWS_ACCESS_KEY_ID and others. */
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
    return messageOf(error);
  }
}
