import { describe, expect, it } from '@jest/globals';
import { storageErrorOf } from './disk-failure.js';
import { MissingObjectError } from './object-store.js';

const systemError = (code: string): Error => Object.assign(new Error(`${code}: as the system says it`), { code });
const temporary = (code: string): object => ({ name: 'StorageError', code, isTemporary: true });

describe('an error of the disk', () => {
  it.each(['EIO', 'ESTALE', 'ENOTCONN', 'EACCES', 'EPERM', 'ETIMEDOUT', 'EHOSTDOWN', 'ENODEV', 'ENXIO'])(
    '%s means a volume that is away, whatever was done',
    (code) => {
      for (const during of ['read', 'write'] as const)
        expect(storageErrorOf(systemError(code), during)).toMatchObject(temporary(code));
    },
  );

  it.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
    '%s means the volume when it was written, and the local disk when it was read',
    (code) => {
      expect(storageErrorOf(systemError(code), 'write')).toMatchObject(temporary(code));
      expect(storageErrorOf(systemError(code), 'read')).toBeUndefined();
    },
  );

  it('means the volume, whatever its code, when the folders of the store are missing', () => {
    expect(storageErrorOf(systemError('ENOENT'), 'away')).toMatchObject(temporary('ENOENT'));
  });

  it.each([systemError('ENOENT'), systemError('EISDIR'), new MissingObjectError('a'), new Error('no code'), undefined])(
    '%s is not about the volume',
    (error) => expect(storageErrorOf(error, 'write')).toBeUndefined(),
  );
});
