import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { propertiesOf } from '#libs/template';
import { AppError } from './errors.js';
import type { PayloadClass } from './message.js';

/**
 * Reads a message body into an instance of its payload class. Unknown fields are dropped, not refused: messages only
 * gain optional fields, so that two releases of a service can run during an upgrade. A field without `@Nested` stays as
 * it is: it may come from a caller, and class-transformer fails on a key named `constructor`.
 *
 * @throws AppError INTERNAL_SERVER_ERROR with the broken rules as detail: two services disagree about the message
 */
export function parseMessage<T extends object>(shape: PayloadClass<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed(shape, 'not an object');
  const known = propertiesOf(shape);
  const { nested = [], plain = [] } = Object.groupBy(Object.entries(body), ([name]) =>
    known.get(name)?.nested ? 'nested' : 'plain',
  );
  const message = Object.assign(plainToInstance(shape, Object.fromEntries(nested)), Object.fromEntries(plain));
  const errors = validateSync(message, { whitelist: true, forbidUnknownValues: true });
  if (errors.length > 0) throw malformed(shape, errors.map(String).join('; '));
  return message;
}

function malformed(shape: PayloadClass, reason: string): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', { detail: `malformed ${shape.name}: ${reason}` });
}
