import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
  ValidateNested,
} from 'class-validator';
import { type FaultCode, IsWebUrl, MAX_PAGES, Modifications, PageModification } from '#libs/template';
import { MAX_TIME_CHARACTERS } from './bounds.js';
import { FORMATS, FRAME_RATES, VIDEO_FORMATS, type VideoFormat } from './formats.js';
import { VIDEO_EVENTS, type VideoEventType } from './lifecycle.js';
import { MAX_INTEGER } from './lists.js';

/** UTF-8 bytes. */
export const MAX_METADATA_BYTES = 4_096;

const NO_TIME = '$property must be a date and a time with their offset from UTC';

/** With duplicates: more than any sensible request, few enough to fold at once. */
const MAX_EVENT_NAMES = 100;

/** The body of `POST /v1/videos` (API.md §4); what it says about the template is checked against the template later. */
export class CreateVideoBody {
  @IsUUID()
  template_id: string;

  /** The newest version when absent. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_INTEGER)
  version?: number;

  @IsString()
  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  /** 24 when absent. */
  @IsOptional()
  @IsNumber()
  @IsFrameRate()
  fps?: number;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_PAGES)
  @IsOnlyPlaceOfPages()
  @ValidateNested({ each: true })
  @Type(() => PageModification)
  pages?: PageModification[];

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => Modifications)
  modifications?: Modifications;

  /** The sound track under the whole video. */
  @IsOptional()
  @IsString()
  @IsWebUrl()
  audio_url?: string;

  /** Stored and echoed, never parsed. */
  @IsOptional()
  @IsString()
  @HasMetadataSize()
  metadata?: string;

  /** Watermarked, at most 540 lines high, free. */
  @IsOptional()
  @IsBoolean()
  test?: boolean;
}

/** The body of `POST /v1/webhooks` (API.md §6). Whether the address may be called is the guard's question. */
export class CreateWebhookBody {
  @IsString()
  @IsWebUrl()
  url: string;

  /** Which events to send; duplicates are folded. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_EVENT_NAMES)
  @IsString({ each: true })
  @IsIn(VIDEO_EVENTS, { each: true })
  events: VideoEventType[];

  /** true when absent. */
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

/** The body of `PUT /v1/webhooks/{webhook_id}`: an absent field keeps its value. */
export class UpdateWebhookBody {
  @IsOptional()
  @IsString()
  @IsWebUrl()
  url?: string;

  /** Which events to send; duplicates are folded. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_EVENT_NAMES)
  @IsString({ each: true })
  @IsIn(VIDEO_EVENTS, { each: true })
  events?: VideoEventType[];

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

/** The body of `POST /v1/webhooks/{webhook_id}/recover`. */
export class RecoverWebhookBody {
  /** From when on to send again what was missed; at most 14 days ago, and within what the operator keeps. */
  @IsString()
  @IsISO8601({ strict: true, strictSeparator: true }, { message: NO_TIME })
  @Matches(/^[\d-]{10}T[\d:.]+(?:Z|[+-]\d\d:\d\d)$/, { message: NO_TIME })
  @MaxLength(MAX_TIME_CHARACTERS)
  since: string;
}

/** One of {@link FRAME_RATES}, and no less than the least rate of the format. A higher rate becomes the format's own. */
function IsFrameRate(): PropertyDecorator {
  const ratesFor = (value: unknown, { format }: Partial<CreateVideoBody>): string | undefined => {
    if (!FRAME_RATES.some((rate) => rate === value)) return FRAME_RATES.join(', ');
    const known = VIDEO_FORMATS.find((each) => each === format);
    if (!known || Number(value) >= Math.min(...FORMATS[known].frameRates)) return undefined;
    const rates = FORMATS[known].frameRates.join(', ');
    const alike = VIDEO_FORMATS.filter((each) => FORMATS[each].frameRates.join(', ') === rates);
    return `${rates} for ${alike.join(' and ')}`;
  };
  return rule('isFrameRate', 'INVALID_VALUE', {
    validate: (value, { object }) => typeof value !== 'number' || ratesFor(value, object) === undefined,
    explain: ({ value, object }) => `must be one of: ${ratesFor(value, object)}`,
  });
}

function IsOnlyPlaceOfPages(): PropertyDecorator {
  return rule('isOnlyPlaceOfPages', 'INVALID_VALUE', {
    validate: (_value, { object }) => (object as CreateVideoBody).modifications?.pages === undefined,
    explain: () => 'must not be given beside modifications.pages',
  });
}

function HasMetadataSize(): PropertyDecorator {
  return rule('hasMetadataSize', 'VALUE_TOO_LARGE', {
    validate: (value) => typeof value !== 'string' || new TextEncoder().encode(value).length <= MAX_METADATA_BYTES,
    explain: () => `must be at most ${MAX_METADATA_BYTES} bytes long`,
    schema: { maxLength: MAX_METADATA_BYTES },
  });
}

/** A rule that looks at more than its own property; the fault code travels in class-validator's `context`. */
function rule(name: string, code: FaultCode, { validate, explain, schema }: RuleBody): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: {
        validate: (value: unknown, args) => validate(value, args!),
        defaultMessage: (args) => `$property ${explain(args!)}`,
      },
    },
    { context: { code, ...(schema && { schema }) } },
  );
}

interface RuleBody {
  validate: (value: unknown, args: Args) => boolean;
  explain: (args: Args) => string;
  /** What JSON Schema can say of it. */
  schema?: Readonly<Record<string, unknown>>;
}

type Args = ValidationArguments;
