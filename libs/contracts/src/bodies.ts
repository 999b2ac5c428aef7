import {
  ArrayUnique,
  IsBoolean,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import {
  ExplainsUnknown,
  type FaultCode,
  IsWebUrl,
  LOUDNESS_LUFS,
  type LoudnessLufs,
  MAX_PAGES,
  MAX_SIZE_NAME,
  MAX_SIZES,
  Modifications,
  PageModification,
  Nested,
} from '#libs/template';
import { FORMATS, formatsWith, FRAME_RATES, VIDEO_FORMATS, type VideoFormat } from './formats.js';
import { MAX_BODY_JSON } from './bounds.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerIn } from './is-integer-in.js';
import { IsList } from './is-list.js';
import { IsNumberIn } from './is-number-in.js';
import { IsText } from './is-text.js';
import { VIDEO_EVENTS, type VideoEventType, WEBHOOK_EVENTS, type WebhookEventType } from './lifecycle.js';
import { IsTime } from './time.js';

/** UTF-8 bytes. */
export const MAX_METADATA_BYTES = 4_096;

/**
 * Most event names of a request, duplicates included: more than a useful request has, and few enough to deduplicate at
 * once.
 */
const MAX_EVENT_NAMES = 100;

/** Explanations for fields that belong elsewhere. */
const ELSEWHERE = new Map([
  ['variables', 'belongs in modifications: modifications.variables'],
  ['explain', 'is a field of POST /videos/validate'],
  ['document', 'is a field of POST /videos/validate'],
]);

/** A request for a video. Page and layer modifications are checked against the template after these rules pass. */
@ExplainsUnknown((name) => ELSEWHERE.get(name))
export class CreateVideoBody {
  /** The template to render. */
  @IsUUID()
  template_id: string;

  /** Version of the template. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;

  /** The format of the file. */
  @IsString()
  @IsIn(VIDEO_FORMATS)
  format: VideoFormat;

  /** The size to render: a name in the template's `sizes`, or `default` for the template's own. Default: `default`. */
  @IsOptional()
  @IsText(MAX_SIZE_NAME)
  size?: string;

  /**
   * Several sizes, by their names: one order with a video for each, accepted and paid together. An empty list counts as
   * absent.
   */
  @IsOptional()
  @IsList(0, MAX_SIZES + 1)
  @ArrayUnique()
  @IsText(MAX_SIZE_NAME, { each: true })
  @IsOnlyPlaceOfSizes()
  sizes?: string[];

  /** Frames per second: 24 or 30 for mp4 and webm. A gif always renders at 12. Default 24. */
  @IsOptional()
  @IsNumber()
  @IsFrameRate()
  fps?: number;

  /**
   * Changes to pages and their layers, short for `modifications.pages`. Only one of the two may list pages; an empty list
   * counts as absent.
   */
  @IsOptional()
  @IsList(0, MAX_PAGES)
  @IsOnlyPlaceOfPages()
  @Nested(() => PageModification, { each: true })
  pages?: PageModification[];

  /** The changes of layers and variables for this video. */
  @IsOptional()
  @IsObject()
  @Nested(() => Modifications)
  modifications?: Modifications;

  /** URL of an audio file that plays for the whole video. A gif ignores it. */
  @IsOptional()
  @IsString()
  @IsWebUrl()
  audio_url?: string;

  /**
   * Integrated loudness of the whole sound in LUFS, in place of the template's `loudness`. A gif ignores it. Absent: the
   * template decides.
   */
  @IsOptional()
  @IsIn(LOUDNESS_LUFS)
  loudness?: LoudnessLufs;

  /**
   * Seconds from one key frame to the next, at most: 0.5 to 10. Players can begin, and streams can be cut into segments,
   * at key frames only. More of them make a larger file. Absent: the encoder decides. A gif ignores it.
   */
  @IsOptional()
  @IsNumberIn(0.5, 10)
  key_frame_interval?: number;

  /**
   * Pixels, 16 to 3840. A wider gif is scaled down to this width and keeps its aspect ratio; a narrower one stays as it is.
   * Only with format gif. Absent: the width of the template.
   */
  @IsOptional()
  @IsIntegerIn(16, 3840)
  @IsOptionOfFormat('max_width')
  max_width?: number;

  /**
   * The number of times that a gif plays before it stops at its last frame: 1 plays it once, 3 plays it three times. 0 repeats it
   * forever. At most 65535. Only with format gif. Default 0.
   */
  @IsOptional()
  @IsIntegerIn(0, 65_535)
  @IsOptionOfFormat('loop')
  loop?: number;

  /** Any text. It is stored and returned with the video, and never interpreted. */
  @IsOptional()
  @IsString()
  @HasMetadataSize()
  metadata?: string;

  /**
   * URL that is called when the video ends: a public http or https URL. Events are sent to it as to a webhook, signed with
   * the organization's callback secret. The `webhook_url` of a batch is called when the batch has finished.
   */
  @IsOptional()
  @IsString()
  @IsWebUrl()
  webhook_url?: string;

  /**
   * The events of the video that are sent to its `webhook_url`. Default: `video.finished` and `video.failed`. An empty list
   * counts as absent.
   */
  @IsOptional()
  @IsList(0, MAX_EVENT_NAMES)
  @IsString({ each: true })
  @IsIn(VIDEO_EVENTS, { each: true })
  webhook_events?: VideoEventType[];

  /** Renders a free test video: watermarked, at most 540 pixels high. Default false. */
  @IsOptional()
  @IsBoolean()
  test?: boolean;
}

/** A request for a video, to be checked only. */
export class ValidateVideoBody extends CreateVideoBody {
  /**
   * A document in place of the one that is stored, such as a draft: what the next version of the template would be. Not
   * beside `version`.
   */
  @IsOptional()
  @IsObject({ context: { schema: { additionalProperties: true } } })
  @HasMaxJson(MAX_BODY_JSON)
  document?: Record<string, unknown>;

  /** Whether the result says which layers make the video slow to draw, in `explanation`. Default false. */
  @IsOptional()
  @IsBoolean()
  explain?: boolean;
}

/** A webhook to register. */
export class CreateWebhookBody {
  /** The address to which events are sent: a public http or https URL. */
  @IsString()
  @IsWebUrl()
  url: string;

  /** The events to send. Duplicates are removed. */
  @IsList(1, MAX_EVENT_NAMES)
  @IsString({ each: true })
  @IsIn(WEBHOOK_EVENTS, { each: true })
  events: WebhookEventType[];

  /** Default true. */
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

/** Changes to a webhook. An absent field keeps its value. */
export class UpdateWebhookBody {
  /** The address to which events are sent: a public http or https URL. */
  @IsOptional()
  @IsString()
  @IsWebUrl()
  url?: string;

  /** The events to send. Duplicates are removed. */
  @IsOptional()
  @IsList(1, MAX_EVENT_NAMES)
  @IsString({ each: true })
  @IsIn(WEBHOOK_EVENTS, { each: true })
  events?: WebhookEventType[];

  /** Whether events are sent. True also enables a webhook that the service disabled. */
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

/** Which missed events to send again. */
export class RecoverWebhookBody {
  /** Sends events again that were missed since this time. At most 14 days ago, and not before what the operator keeps. */
  @IsTime()
  since: string;
}

/**
 * Accepts one of {@link FRAME_RATES} that is no less than the least rate of the format. A higher rate becomes the
 * format's own.
 */
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
    schema: { enum: FRAME_RATES },
  });
}

/**
 * Refuses pages in two places. An empty list counts as absent, because generated clients send one where their user
 * gives none.
 */
function IsOnlyPlaceOfPages(): PropertyDecorator {
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
  return rule('isOnlyPlaceOfPages', 'INVALID_VALUE', {
    validate: (value, { object }) => {
      const { modifications }: Partial<CreateVideoBody> = object;
      return modifications?.pages === undefined || isEmpty(value) || isEmpty(modifications.pages);
    },
    explain: () => 'must not be given beside modifications.pages',
  });
}

function IsOnlyPlaceOfSizes(): PropertyDecorator {
  return rule('isOnlyPlaceOfSizes', 'INVALID_VALUE', {
    validate: (value, { object }) => {
      const { size }: Partial<CreateVideoBody> = object;
      return size === undefined || (Array.isArray(value) && value.length === 0);
    },
    explain: () => 'must not be given beside size',
  });
}

/** Accepts the option only with the formats that have it. A missing or unknown format is a fault of its own. */
function IsOptionOfFormat(option: Parameters<typeof formatsWith>[0]): PropertyDecorator {
  return rule('isOptionOfFormat', 'INVALID_VALUE', {
    validate: (_value, { object }) => {
      const { format }: Partial<CreateVideoBody> = object;
      const known = VIDEO_FORMATS.find((each) => each === format);
      return !known || formatsWith(option).includes(known);
    },
    explain: ({ object }) =>
      `is only for format ${formatsWith(option).join(' and ')}, the format is ${(object as CreateVideoBody).format}`,
  });
}

function HasMetadataSize(): PropertyDecorator {
  return rule('hasMetadataSize', 'VALUE_TOO_LARGE', {
    validate: (value) => typeof value !== 'string' || new TextEncoder().encode(value).length <= MAX_METADATA_BYTES,
    explain: () => `must be at most ${MAX_METADATA_BYTES} bytes long`,
    schema: { maxLength: MAX_METADATA_BYTES },
  });
}

/** A rule over several properties; class-validator's `context` carries its fault code. */
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
  /** The part of the rule that JSON Schema can express. */
  schema?: Readonly<Record<string, unknown>>;
}

type Args = ValidationArguments;
