import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { FORMAT_LIMITS } from '#libs/template';

/** Pixels of the smallest frame that the template format allows, 16×16. */
const MIN_FRAME_PIXELS = 256;

const ADDRESS = /^https?:\/\/[^\s]+[^/\s]$/;

/** What the videos service reads from the environment besides database, NATS, storage and the runtime's own. */
export class VideosConfig {
  /** `{base_url}` of the API, with `/v1`, without a trailing slash. */
  @IsString()
  @Matches(ADDRESS, { message: 'publicBaseUrl must be an http(s) address without a trailing slash' })
  publicBaseUrl: string;

  /** Where finished files are served, without a trailing slash. */
  @IsString()
  @Matches(ADDRESS, { message: 'assetsUrl must be an http(s) address without a trailing slash' })
  assetsUrl: string;

  /** CIDR blocks that asset addresses may point to besides public ones. */
  @IsString({ each: true })
  allowPrivateAddresses: string[] = [];

  /** Segments of one organization dispatched or being drawn at once, test videos aside. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  orgMaxAtOnce = 16;

  /** Test videos of one organization dispatched or being drawn at once. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  orgMaxTestsAtOnce = 4;

  /** Test videos of one organization that are not finished, those that wait included; further ones are refused. */
  @IsInt()
  @Min(1)
  orgMaxUnfinishedTests = 100;

  /** Threads that judge and compile what callers send, beside the one that does everything else. */
  @IsInt()
  @Min(1)
  @Max(64)
  documentWorkers = 2;

  /** How long one of them may work on one request, ms. */
  @IsInt()
  @Min(10)
  @Max(10_000)
  documentTimeoutMs = 3_000;

  /** Memory of each of them, MiB. */
  @IsInt()
  @Min(32)
  @Max(4_096)
  documentMemoryMb = 128;

  /** A leased segment without a sign of life for so long goes to another renderer, ms (API.md §4: 60 s). */
  @IsInt()
  @Min(100)
  leaseTimeoutMs = 60_000;

  /** A reservation without an outcome for so long is given up, ms. */
  @IsInt()
  @Min(100)
  reservationTimeoutMs = 10_000;

  /** Pause between two rounds of the reconciler, ms. */
  @IsInt()
  @Min(50)
  reconcileIntervalMs = 30_000;

  /** How long after its publication an event that webhooks has not taken counts as lost, ms. */
  @IsInt()
  @Min(100)
  eventPatienceMs = 120_000;

  /** How long what workers left in storage outlives its video's end, ms: long enough for the slowest zombie. */
  @IsInt()
  @Min(0)
  workRetentionMs = 24 * 60 * 60_000;

  /** Days that the file of a finished video is kept; 0: for ever. */
  @IsInt()
  @Min(0)
  @Max(36_500)
  fileRetentionDays = 30;

  /** Days after its end that a video can be read and is listed, and at least as long as its file; 0: for ever. */
  @IsInt()
  @Min(0)
  @Max(36_500)
  videoRetentionDays = 90;

  /** How long what a video was drawn from outlives its end, ms. */
  @IsInt()
  @Min(0)
  documentRetentionMs = 24 * 60 * 60_000;

  /** Days that a version of a template is kept once there is a newer one; 0: for ever. */
  @IsInt()
  @Min(0)
  @Max(36_500)
  templateVersionRetentionDays = 0;

  /** Templates of an organization without a number of its own. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  maxTemplates = 1_000;

  /** Bytes of their documents, all versions together. */
  @IsInt()
  @Min(1)
  @Max(1_000_000_000_000)
  maxTemplateBytes = 1_000_000_000;

  /** Pixels of one frame, width × height; at most what the format allows. */
  @IsInt()
  @Min(MIN_FRAME_PIXELS)
  @Max(FORMAT_LIMITS.framePixels)
  maxFramePixels = FORMAT_LIMITS.framePixels;

  /** Seconds that a video lasts; at most what the format allows. */
  @IsInt()
  @Min(1)
  @Max(FORMAT_LIMITS.durationS)
  maxDurationS = FORMAT_LIMITS.durationS;

  /** Seconds that a gif lasts. */
  @IsInt()
  @Min(1)
  @Max(FORMAT_LIMITS.durationS)
  maxGifS = 60;

  /** Pause between two rounds of sweeping while nothing is due, ms. */
  @IsInt()
  @Min(50)
  retentionIntervalMs = 1_000;
}
