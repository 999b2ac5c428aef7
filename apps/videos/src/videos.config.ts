import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { FORMAT_LIMITS } from '#libs/template';

/** Pixels of the smallest frame that the template format allows, 16×16. */
const MIN_FRAME_PIXELS = 256;

/**
 * Longest gif that may be configured, seconds: it is drawn by one renderer, and its file is read whole by the program
 * that shows it.
 */
const MAX_GIF_S = 600;

const ADDRESS = /^https?:\/\/[^\s]+[^/\s]$/;

/** The videos service's settings from the environment; database, NATS, storage and runtime have their own. */
export class VideosConfig {
  /** `{base_url}` of the API, with `/v1`, without a trailing slash. */
  @IsString()
  @Matches(ADDRESS, { message: 'publicBaseUrl must be an http(s) address without a trailing slash' })
  publicBaseUrl: string;

  /** Base address of finished files, without a trailing slash. */
  @IsString()
  @Matches(ADDRESS, { message: 'assetsUrl must be an http(s) address without a trailing slash' })
  assetsUrl: string;

  /** CIDR blocks that asset addresses may point to in addition to public addresses. */
  @IsString({ each: true })
  allowPrivateAddresses: string[] = [];

  /** Steps of one organization dispatched or being rendered at once, without test videos. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  orgMaxAtOnce = 16;

  /** Test videos of one organization dispatched or being rendered at once. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  orgMaxTestsAtOnce = 4;

  /** Unfinished test videos of one organization, waiting ones included; further ones are refused. */
  @IsInt()
  @Min(1)
  orgMaxUnfinishedTests = 100;

  /** Threads that validate and compile documents. */
  @IsInt()
  @Min(1)
  @Max(64)
  documentWorkers = 2;

  /** Time limit of such a thread for one request, ms; a request beyond it is refused. */
  @IsInt()
  @Min(10)
  @Max(10_000)
  documentTimeoutMs = 3_000;

  /** Memory limit of each of these threads, MiB; a request beyond it is refused. */
  @IsInt()
  @Min(32)
  @Max(4_096)
  documentMemoryMb = 128;

  /** Time without a heartbeat after which a step is given to another renderer, ms (docs/api/videos.md: 60 s). */
  @IsInt()
  @Min(100)
  leaseTimeoutMs = 60_000;

  /** Age at which a reservation without an outcome is given up, ms. */
  @IsInt()
  @Min(100)
  reservationTimeoutMs = 10_000;

  /** Pause between two rounds of the reconciler, ms. */
  @IsInt()
  @Min(50)
  reconcileIntervalMs = 30_000;

  /** Time from its publication after which an event that webhooks has not received counts as lost, ms. */
  @IsInt()
  @Min(100)
  eventPatienceMs = 120_000;

  /**
   * Time for which leftovers of renderers are kept after the video's end, ms: longer than a lost renderer can still
   * upload.
   */
  @IsInt()
  @Min(0)
  workRetentionMs = 24 * 60 * 60_000;

  /** Days that the file of a finished video is kept; 0: forever. */
  @IsInt()
  @Min(0)
  @Max(36_500)
  fileRetentionDays = 30;

  /** Days after its end that a video can be read and is listed, at least as long as its file; 0: forever. */
  @IsInt()
  @Min(0)
  @Max(36_500)
  videoRetentionDays = 90;

  /** Time for which a video's document is kept after its end, ms. */
  @IsInt()
  @Min(0)
  documentRetentionMs = 24 * 60 * 60_000;

  /** Days that a template's version is kept after a newer one; 0: forever. */
  @IsInt()
  @Min(0)
  @Max(36_500)
  templateVersionRetentionDays = 0;

  /** Templates of an organization without a quota of its own. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  maxTemplates = 1_000;

  /** Bytes of the documents of an organization's templates, all versions together. */
  @IsInt()
  @Min(1)
  @Max(1_000_000_000_000)
  maxTemplateBytes = 1_000_000_000;

  /** Pixels of one frame, width × height; at most what the format allows. */
  @IsInt()
  @Min(MIN_FRAME_PIXELS)
  @Max(FORMAT_LIMITS.framePixels)
  maxFramePixels = FORMAT_LIMITS.framePixels;

  /** Seconds of a video; at most what the format allows. */
  @IsInt()
  @Min(1)
  @Max(FORMAT_LIMITS.durationS)
  maxDurationS = FORMAT_LIMITS.durationS;

  /** Seconds of a gif. */
  @IsInt()
  @Min(1)
  @Max(MAX_GIF_S)
  maxGifS = 60;

  /** Pause between two rounds of sweeping while nothing is due, ms. */
  @IsInt()
  @Min(50)
  retentionIntervalMs = 1_000;
}
