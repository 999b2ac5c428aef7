import { IsIn, IsOptional, IsUUID, Matches, MaxLength, ValidateBy } from 'class-validator';
import { PageRequest, VIDEO_STATUSES, type VideoStatus } from '#libs/contracts';

export class VideoPath {
  /** Id of the video. */
  @IsUUID()
  id: string;
}

export class ListVideosQuery extends PageRequest {
  /** Lists videos of this status only. */
  @IsOptional()
  @IsIn(VIDEO_STATUSES)
  status?: VideoStatus;
}

export class IdempotencyHeaders {
  /** Makes the request repeatable: for 24 h, requests with this key and the same body return the same video. */
  @IsOptional()
  @IsIdempotencyKey()
  'Idempotency-Key'?: string;
}

export class LastEventHeaders {
  /** The `id` of the last received event. */
  @IsOptional()
  @MaxLength(15)
  @Matches(/^[0-9]{1,15}$/, { message: '$property must be the id of an event' })
  'Last-Event-ID'?: string;
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
