import { StorageError } from './object-store.js';

/** Awaits a response of the store. Null when the store reports a missing object, or an error with the given code. */
export async function nullIfMissing<T>(response: Promise<T>, code?: string): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (isCode(error, 'NoSuchKey') || isCode(error, 'NotFound') || (code !== undefined && isCode(error, code)))
      return null;
    throw error;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof StorageError && error.code === code;
}
