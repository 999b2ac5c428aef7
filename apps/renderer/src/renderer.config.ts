import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsArray, IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { ENCODERS, type Encoder } from '#libs/contracts';
import { AreDnsServers } from '#libs/net-guard';

/** What the renderer reads from the environment besides NATS, storage and the runtime's own. */
export class RendererConfig {
  /** `auto` takes NVENC where one frame really comes out of it, else the CPU. */
  @IsIn(['auto', ...ENCODERS])
  encoder: 'auto' | Encoder = 'auto';

  /** What stands still is encoded once and repeated, or x264 is given every frame. */
  @IsIn(['repeat', 'encode'])
  heldFrames: 'repeat' | 'encode' = 'repeat';

  /** Videos drawn at once, each in a process of its own. One keeps about two cores busy: drawing, and x264. */
  @IsInt()
  @Min(1)
  @Max(64)
  renderSlots = Math.max(1, Math.floor(availableParallelism() / 2));

  /** Where fetched assets and unfinished files lie, absolute; may be lost at any time. */
  @IsString()
  @Matches(/^\//, { message: 'workDir must be an absolute path' })
  workDir = join(tmpdir(), 'framewright-renderer');

  /**
   * Bytes that the work folder may take; 0: what its file system has. Slots and stills have equal shares, and no video takes
   * more than its slot's: up to half of that for its files.
   */
  @IsInt()
  @Min(0)
  workDirBytes = 0;

  @IsString()
  ffmpegPath = 'ffmpeg';

  @IsString()
  ffprobePath = 'ffprobe';

  /** CIDR blocks that asset addresses may point to besides public ones, comma-separated. */
  @IsArray()
  allowPrivateAddresses: string[] = [];

  /** DNS servers that are asked for assets' names, as `address` or `address:port`; the machine's own if unset. */
  @AreDnsServers()
  dnsServers: string[] = [];

  /** Bytes of fetched assets kept between videos, over all slots. */
  @IsInt()
  @Min(0)
  assetCacheBytes = 4_000_000_000;

  /** For one asset, redirects included. */
  @IsInt()
  @Min(1)
  assetFetchTimeoutMs = 60_000;

  @IsInt()
  @Min(1)
  assetImageMaxBytes = 25_000_000;

  @IsInt()
  @Min(1)
  assetAudioMaxBytes = 100_000_000;

  @IsInt()
  @Min(1)
  assetVideoMaxBytes = 1_000_000_000;

  @IsInt()
  @Min(1)
  assetFontMaxBytes = 10_000_000;

  /** Subtitle files. */
  @IsInt()
  @Min(1)
  assetCaptionMaxBytes = 1_000_000;

  @IsInt()
  @Min(1)
  assetLottieMaxBytes = 10_000_000;

  /** Files of one video, several uses of one address being one. */
  @IsInt()
  @Min(1)
  videoMaxAssets = 500;

  /** Bytes fetched for one video, where its share of the work folder is large enough. */
  @IsInt()
  @Min(1)
  videoMaxAssetBytes = 2_000_000_000;

  /** Bytes of one video's fonts, unpacked. */
  @IsInt()
  @Min(1)
  videoMaxFontBytes = 100_000_000;

  /** Decoded pixels of images that one frame of a video shows, at the size they are shown; each takes 4 bytes. */
  @IsInt()
  @Min(1)
  videoMaxImagePixels = 100_000_000;

  /** Frames and inspections of one organization answered at once, those that wait for their turn included. */
  @IsInt()
  @Min(1)
  orgMaxQuestions = 8;

  /**
   * Memory that a slot's process and its ffmpeg may hold together; 0: a share of what the container or machine has, see
   * `slotMemory`. Beyond that both are ended, and the video with them. Watched on Linux only.
   */
  @IsInt()
  @Min(0)
  slotMaxMemoryBytes = 0;

  /** Videos after which a slot's process is replaced by a fresh one. */
  @IsInt()
  @Min(1)
  videosPerProcess = 200;

  /**
   * How long a stopping renderer goes on drawing before it hands its work back, ms. Whoever stops it must leave it 30 s
   * more, to hand back and to end.
   */
  @IsInt()
  @Min(0)
  @Max(3_600_000)
  stopGraceMs = 15_000;
}
