import { errnoOf, messageOf } from '#libs/errors';
import { StorageError } from './object-store.js';

/** Codes of a volume that cannot be read now: the network or the device is away, or denies access. */
const UNREADABLE = ['EACCES', 'EHOSTDOWN', 'EIO', 'ENODEV', 'ENOTCONN', 'ENXIO', 'EPERM', 'ESTALE', 'ETIMEDOUT'];
/** Codes of a volume that cannot be written now: it is full, or was mounted read-only after an error. */
const UNWRITABLE = ['EDQUOT', 'ENOSPC', 'EROFS'];

/** Whether an error means a missing object. ENOTDIR: the key continues beyond an object, as in `a.txt/b`. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * The temporary StorageError for an error of the operating system whose reason is the volume, not the object: the same
 * operation may succeed when the volume is back. Undefined for other errors.
 *
 * @param during the operation. `away`: the folders of the store are missing, so every error is one of the volume
 */
export function storageErrorOf(error: unknown, during: 'read' | 'write' | 'away'): StorageError | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const isVolume = during === 'away' || UNREADABLE.includes(code) || (during === 'write' && UNWRITABLE.includes(code));
  if (!isVolume) return undefined;
  return new StorageError(`The volume failed (${code}): ${messageOf(error)}`, code, undefined, {
    cause: error,
  });
}

/** The code of an error of the operating system. */
function codeOf(error: unknown): string | undefined {
  return error instanceof StorageError ? undefined : errnoOf(error);
}
