import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsArray, IsIn, IsString, Matches } from 'class-validator';
import { ENCODERS, type Encoder, IsIntegerIn, IsIntegerFrom } from '#libs/contracts';
import { AreDnsServers } from '#libs/net-guard';
import { RENDER_DEFAULTS } from '#libs/render';

/** The renderer's own settings. Those of NATS, storage and the runtime are read by their libs. */
export class RendererConfig {
  /** `auto` selects NVENC if it encodes a test frame, otherwise the CPU. */
  @IsIn(['auto', ...ENCODERS])
  encoder: 'auto' | Encoder = 'auto';

  /** `repeat` encodes still frames once and repeats them; `encode` passes every frame to x264. */
  @IsIn(['repeat', 'encode'])
  heldFrames: 'repeat' | 'encode' = 'repeat';

  /** Videos drawn at the same time, each in its own process. One uses about two cores: drawing and x264. */
  @IsIntegerIn(1, 64)
  renderSlots = Math.max(1, Math.floor(availableParallelism() / 2));

  /**
   * Most threads with which a slot draws, 1 to 16. Another one starts when the encoder waits for frames and a core is
   * free. `auto`: as many as a slot has cores.
   */
  @Matches(/^(auto|[1-9]|1[0-6])$/, { message: 'drawThreads must be auto or a number from 1 to 16' })
  drawThreads = 'auto';

  /** Folder of fetched assets and unfinished files, absolute. Its content may be lost at any time. */
  @IsString()
  @Matches(/^\//, { message: 'workDir must be an absolute path' })
  workDir = join(tmpdir(), 'framewright-renderer');

  /**
   * Bytes that the work folder may use; 0: all that its file system has. Slots and stills have equal shares. A video uses
   * at most the share of its slot, and half of it for its files.
   */
  @IsIntegerFrom(0)
  workDirBytes = 0;

  @IsString()
  ffmpegPath = 'ffmpeg';

  @IsString()
  ffprobePath = 'ffprobe';

  /** Most that gifsicle may change the colors of gifs to make them smaller, 1 to 200; 0: they stay as ffmpeg writes them. */
  @IsIntegerIn(0, 200)
  gifLoss = 0;

  /** Run only where `gifLoss` is not 0. */
  @IsString()
  gifsiclePath = 'gifsicle';

  /** Private CIDR blocks from which assets may be fetched, comma-separated. */
  @IsArray()
  allowPrivateAddresses: string[] = [];

  /** DNS servers for the hosts of assets, as `address` or `address:port`; the machine's own if unset. */
  @AreDnsServers()
  dnsServers: string[] = [];

  /** Bytes of fetched assets kept between videos, over all slots. */
  @IsIntegerFrom(0)
  assetCacheBytes = 4_000_000_000;

  /** Limit for fetching one asset, redirects included. */
  @IsIntegerFrom(1)
  assetFetchTimeoutMs: number = RENDER_DEFAULTS.assetFetchTimeoutMs;

  /** Time in which at least 10 kB of an asset must arrive, ms. A slower download fails, because it keeps a slot waiting. */
  @IsIntegerFrom(1)
  assetStallTimeoutMs: number = RENDER_DEFAULTS.assetStallTimeoutMs;

  @IsIntegerFrom(1)
  assetImageMaxBytes: number = RENDER_DEFAULTS.assetMaxBytes.image;

  @IsIntegerFrom(1)
  assetAudioMaxBytes: number = RENDER_DEFAULTS.assetMaxBytes.audio;

  @IsIntegerFrom(1)
  assetVideoMaxBytes: number = RENDER_DEFAULTS.assetMaxBytes.video;

  @IsIntegerFrom(1)
  assetFontMaxBytes: number = RENDER_DEFAULTS.assetMaxBytes.font;

  /** Subtitle files. */
  @IsIntegerFrom(1)
  assetCaptionMaxBytes: number = RENDER_DEFAULTS.assetMaxBytes.caption;

  @IsIntegerFrom(1)
  assetLottieMaxBytes: number = RENDER_DEFAULTS.assetMaxBytes.lottie;

  /** Files of one video; several uses of one address count once. */
  @IsIntegerFrom(1)
  videoMaxAssets: number = RENDER_DEFAULTS.videoLimits.assets;

  /** Bytes fetched for one video; at most half of its slot's share of the work folder. */
  @IsIntegerFrom(1)
  videoMaxAssetBytes: number = RENDER_DEFAULTS.videoLimits.bytes;

  /** Bytes of one video's fonts, unpacked. */
  @IsIntegerFrom(1)
  videoMaxFontBytes: number = RENDER_DEFAULTS.videoLimits.fontBytes;

  /** Decoded pixels of the images in one frame, at the size they are shown. A pixel takes 4 bytes. */
  @IsIntegerFrom(1)
  videoMaxImagePixels: number = RENDER_DEFAULTS.videoLimits.imagePixels;

  /** Stills and inspections of one organization in progress, waiting ones included. */
  @IsIntegerFrom(1)
  orgMaxQuestions = 8;

  /**
   * Bytes of memory that a slot's process and its ffmpeg may hold together; 0: a share of the container's or machine's
   * memory, see `memoryShares`. Beyond the limit both are killed and the video fails. Linux only.
   */
  @IsIntegerFrom(0)
  slotMaxMemoryBytes = 0;

  /**
   * Most time that drawing one frame or opening one file may take, ms. Beyond it the process that draws it is killed
   * and the video fails.
   */
  @IsIntegerIn(1_000, 600_000)
  frameTimeoutMs = 10_000;

  /** Videos after which a slot's process is replaced. */
  @IsIntegerFrom(1)
  videosPerProcess = 200;

  /**
   * Time for which a stopping renderer continues to draw before it hands its work back, ms. Allow 30 s more before
   * killing it, for handing back and ending.
   */
  @IsIntegerIn(0, 3_600_000)
  stopGraceMs = 15_000;
}
