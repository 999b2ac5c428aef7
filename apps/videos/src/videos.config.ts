import { IsBoolean, IsString, Matches } from 'class-validator';
import { IsIntegerFrom, IsIntegerIn } from '#libs/contracts';
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

  /** Permit `http:` addresses as `webhook_url`, in addition to `https:`. */
  @IsBoolean()
  allowHttpTargets = false;

  /** Steps of one organization dispatched or being rendered at once, without test videos. */
  @IsIntegerIn(1, 10_000)
  orgMaxAtOnce = 16;

  /** Test videos of one organization dispatched or being rendered at once. */
  @IsIntegerIn(1, 10_000)
  orgMaxTestsAtOnce = 4;

  /** Unfinished test videos of one organization, waiting ones included; further ones are refused. */
  @IsIntegerFrom(1)
  orgMaxUnfinishedTests = 100;

  /** Threads that validate and compile documents. */
  @IsIntegerIn(1, 64)
  documentWorkers = 2;

  /** Time limit of such a thread for one request, ms; a request beyond it is refused. */
  @IsIntegerIn(10, 10_000)
  documentTimeoutMs = 3_000;

  /** Memory limit of each of these threads, MiB; a request beyond it is refused. */
  @IsIntegerIn(32, 4_096)
  documentMemoryMb = 128;

  /** Time without a heartbeat after which a step is given to another renderer, ms (docs/api/videos.md: 60 s). */
  @IsIntegerFrom(100)
  leaseTimeoutMs = 60_000;

  /** Age at which a reservation without an outcome is given up, ms. */
  @IsIntegerFrom(100)
  reservationTimeoutMs = 10_000;

  /** Pause between two rounds of the reconciler, ms. */
  @IsIntegerFrom(50)
  reconcileIntervalMs = 30_000;

  /** Time from its publication after which an event that webhooks has not received counts as lost, ms. */
  @IsIntegerFrom(100)
  eventPatienceMs = 120_000;

  /**
   * Time for which leftovers of renderers are kept after the video's end, ms: longer than a lost renderer can still
   * upload.
   */
  @IsIntegerFrom(0)
  workRetentionMs = 24 * 60 * 60_000;

  /** Days that the file of a finished video is kept; 0: forever. */
  @IsIntegerIn(0, 36_500)
  fileRetentionDays = 30;

  /** Days after its end that a video can be read and is listed, at least as long as its file; 0: forever. */
  @IsIntegerIn(0, 36_500)
  videoRetentionDays = 90;

  /** Time for which a video's document is kept after its end, ms. */
  @IsIntegerFrom(0)
  documentRetentionMs = 24 * 60 * 60_000;

  /** Days that a template's version is kept after a newer one; 0: forever. */
  @IsIntegerIn(0, 36_500)
  templateVersionRetentionDays = 0;

  /** Templates of an organization without a quota of its own. */
  @IsIntegerIn(1, 1_000_000)
  maxTemplates = 1_000;

  /** Bytes of the documents of an organization's templates, all versions together. */
  @IsIntegerIn(1, 1_000_000_000_000)
  maxTemplateBytes = 1_000_000_000;

  /** Pixels of one frame, width × height; at most what the format allows. */
  @IsIntegerIn(MIN_FRAME_PIXELS, FORMAT_LIMITS.framePixels)
  maxFramePixels = FORMAT_LIMITS.framePixels;

  /** Seconds of a video; at most what the format allows. */
  @IsIntegerIn(1, FORMAT_LIMITS.durationS)
  maxDurationS = FORMAT_LIMITS.durationS;

  /** Seconds of a gif. */
  @IsIntegerIn(1, MAX_GIF_S)
  maxGifS = 60;

  /** Pause between two rounds of sweeping while nothing is due, ms. */
  @IsIntegerFrom(50)
  retentionIntervalMs = 1_000;
}
