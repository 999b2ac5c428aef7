import { plainToInstance } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { validateSync } from 'class-validator';
import { AppError } from './errors.js';
import type { Shape } from './message.js';

/**
 * A message body as an instance of its payload class. Fields the class does not know are dropped, never refused: messages
 * only gain optional fields, so that old and new versions of a service run side by side during an upgrade. What has no
 * `@Type` is taken as it came: it may be a caller's, and class-transformer fails on a key called `constructor`.
 *
 * @throws AppError INTERNAL_SERVER_ERROR naming the broken rules: our own services disagree
 */
export function parseMessage<T extends object>(shape: Shape<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed(shape, 'not an object');
  const { typed = [], plain = [] } = Object.groupBy(Object.entries(body), ([name]) =>
    defaultMetadataStorage.findTypeMetadata(shape, name) ? 'typed' : 'plain',
  );
  const message = Object.assign(plainToInstance(shape, Object.fromEntries(typed)), Object.fromEntries(plain));
  const errors = validateSync(message, { whitelist: true, forbidUnknownValues: true });
  if (errors.length > 0) throw malformed(shape, errors.map(String).join('; '));
  return message;
}

function malformed(shape: Shape, reason: string): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', { detail: `malformed ${shape.name}: ${reason}` });
}
