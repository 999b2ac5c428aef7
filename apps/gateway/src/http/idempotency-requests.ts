import { IsOptional, ValidateBy } from 'class-validator';

export class IdempotencyHeaders {
  /** Makes the request repeatable: for 24 h, requests with this key and the same body return the same answer. */
  @IsOptional()
  @IsIdempotencyKey()
  'Idempotency-Key'?: string;
}

function IsIdempotencyKey(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isIdempotencyKey',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value),
        defaultMessage: () => '$property must be 1 to 255 visible ASCII characters',
      },
    },
    {
      context: {
        code: 'INVALID_FORMAT',
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
      },
    },
  );
}
