import { StorageError } from './object-store.js';

/** An answer of the store, or null where the store says that there is no such object, or with the code given. */
export async function orNull<T>(answer: Promise<T>, code?: string): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isCode(error, 'NoSuchKey') || isCode(error, 'NotFound') || (code !== undefined && isCode(error, code)))
      return null;
    throw error;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof StorageError && error.code === code;
}
