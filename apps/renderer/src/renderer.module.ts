import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism, hostname, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Encoder } from '#libs/contracts';
import { MessagingModule } from '#libs/messaging';
import { createGuard, type FetchRefusal } from '#libs/net-guard';
import {
  bytesFor,
  RENDER_DEFAULTS,
  SharedFiles,
  type SharedFilesOptions,
  SharedPictures,
  type ThreadLimits,
} from '#libs/render';
import { Logger, refusedConnections, RepeatedWork } from '#libs/runtime';
import { ObjectStore, StorageModule } from '#libs/storage';
import { AttemptUpdates } from './attempts/attempt-updates.js';
import { RenderAttempts } from './attempts/render-attempts.service.js';
import { renderJobsController } from './attempts/render-jobs.controller.js';
import { RenderFiles } from './attempts/render-files.js';
import { RendererConfig } from './renderer.config.js';
import { RowsController } from './rows/rows.controller.js';
import { Rows } from './rows/rows.service.js';
import { SharedFilesSweeper } from './slots/shared-files-sweeper.js';
import { SlotAnnouncer } from './slots/slot-announcer.js';
import { type SlotDisk, slotDisk } from './slots/slot-disk.js';
import { memoryShares } from './slots/memory-shares.js';
import { SlotPool, type SlotPoolOptions } from './slots/slot-pool.js';
import { Shares } from '#libs/shares';
import { StillSweeper } from './stills/still-sweeper.js';
import { StillsController } from './stills/stills.controller.js';
import { Stills } from './stills/stills.service.js';

/** The program of a slot's process, which a spec may set. */
export type SlotProgram = Pick<SlotPoolOptions, 'entry' | 'execArgv'>;

const SLOT_PROGRAM: SlotProgram = { entry: fileURLToPath(new URL('./slots/slot-process.js', import.meta.url)) };

/** A slot's {@link SlotDisk}. */
const SLOT_DISK = Symbol('SLOT_DISK');

@Module({})
export class RendererModule {
  /** @param encoder the one that works on this machine */
  static with(config: RendererConfig, encoder: Encoder, program: SlotProgram = SLOT_PROGRAM): DynamicModule {
    return {
      module: RendererModule,
      imports: [MessagingModule.forService('renderer'), StorageModule],
      controllers: [renderJobsController(encoder, config.renderSlots), StillsController, RowsController],
      providers: [
        { provide: RendererConfig, useValue: config },
        { provide: SLOT_DISK, useFactory: () => diskOfSlot(config) },
        {
          provide: SlotPool,
          inject: [SLOT_DISK],
          useFactory: (disk: SlotDisk) => openPool(config, encoder, program, disk),
        },
        {
          provide: Stills,
          inject: [ObjectStore, Logger, Shares, SLOT_DISK],
          useFactory: (store: ObjectStore, log: Logger, shares: Shares, disk: SlotDisk) =>
            openStills(config, program, { store, log, shares, disk }),
        },
        { provide: Rows, useFactory: () => openRows(config) },
        {
          provide: SharedFiles,
          inject: [SLOT_DISK],
          useFactory: (disk: SlotDisk) => new SharedFiles(sharedBy(config, disk)),
        },
        {
          provide: SharedPictures,
          inject: [SLOT_DISK],
          useFactory: (disk: SlotDisk) => new SharedPictures(picturesSharedBy(config, disk)),
        },
        RepeatedWork,
        SlotAnnouncer,
        RenderFiles,
        AttemptUpdates,
        RenderAttempts,
        StillSweeper,
        SharedFilesSweeper,
      ],
    };
  }
}

async function openPool(
  config: RendererConfig,
  encoder: Encoder,
  program: SlotProgram,
  disk: SlotDisk,
): Promise<SlotPool> {
  const pool = new SlotPool({
    ...program,
    identity: { worker: `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`, encoder },
    slots: config.renderSlots,
    videosPerProcess: config.videosPerProcess,
    maxMemoryBytes: memoryOfSlot(config),
    frameTimeoutMs: config.frameTimeoutMs,
    workDir: config.workDir,
    settings: slotSettings(config, encoder, disk),
  });
  await pool.clear();
  // Another release encodes and decodes otherwise.
  for (const { folder } of [sharedBy(config, disk), picturesSharedBy(config, disk)]) {
    await rm(folder, { recursive: true, force: true });
  }
  return pool;
}

/** The files that the slots share. */
function sharedBy({ workDir }: RendererConfig, { shared }: SlotDisk): SharedFilesOptions {
  return { folder: join(workDir, 'shared'), budgetBytes: shared };
}

/** The decoded pictures that the slots share. */
function picturesSharedBy({ workDir }: RendererConfig, { pictures }: SlotDisk): SharedFilesOptions {
  return { folder: join(workDir, 'pictures'), budgetBytes: pictures };
}

async function openStills(
  config: RendererConfig,
  program: SlotProgram,
  { store, log, shares, disk }: { store: ObjectStore; log: Logger; shares: Shares; disk: SlotDisk },
): Promise<Stills> {
  const folder = join(config.workDir, 'stills');
  await rm(join(folder, 'work'), { recursive: true, force: true });
  const { videosPerProcess, frameTimeoutMs, orgMaxQuestions } = config;
  const placesPerOrg = Math.ceil(orgMaxQuestions / 2);
  shares.of('frames').adjust({ placesPerOrg, waitingPerOrg: orgMaxQuestions - placesPerOrg });
  const settings = { ...slotSettings(config, 'software', disk), folder };
  const { drawer, fetcher } = sharesOf(config);
  const memoryBytes = { drawer: drawer.bytes, fetcher: fetcher.bytes };
  const options = { ...program, videosPerProcess, frameTimeoutMs, memoryBytes, settings };
  return new Stills(options, shares, store, log);
}

function openRows({ workDir, allowPrivateAddresses: allow, dnsServers }: RendererConfig): Rows {
  const onRefusal = (reason: FetchRefusal) => refusedConnections.inc({ reason });
  return new Rows(createGuard({ allow, dnsServers, allowHttp: true, onRefusal }), join(workDir, 'rows'));
}

function sharesOf({ renderSlots }: RendererConfig): ReturnType<typeof memoryShares> {
  return memoryShares(Math.min(totalmem(), process.constrainedMemory() || Infinity), renderSlots);
}

function memoryOfSlot(config: RendererConfig): number {
  return config.slotMaxMemoryBytes || sharesOf(config).slot.bytes;
}

/** Threads of a slot: by default as many as it has cores, at most 16. */
function threadsOfSlot(config: RendererConfig): ThreadLimits {
  const { drawThreads, renderSlots } = config;
  const share = Math.min(16, Math.max(1, Math.floor(availableParallelism() / renderSlots)));
  return { cores: drawThreads === 'auto' ? share : Number(drawThreads), slotBytes: memoryOfSlot(config) };
}

/** The share of the work folder for each slot and for the process that fetches for stills. */
async function diskOfSlot(config: RendererConfig): Promise<SlotDisk> {
  const { workDir, workDirBytes, renderSlots } = config;
  await mkdir(workDir, { recursive: true });
  const wanted = { cache: config.assetCacheBytes, video: config.videoMaxAssetBytes };
  return slotDisk(workDirBytes || (await bytesFor(workDir)), renderSlots, wanted);
}

/** The part of a slot's memory that kept layers may take. */
const KEPT_PART = 1 / 4;

function slotSettings(config: RendererConfig, encoder: Encoder, disk: SlotDisk): SlotPoolOptions['settings'] {
  return {
    ffmpeg: {
      ...{ ffmpeg: config.ffmpegPath, ffprobe: config.ffprobePath, hasGpu: encoder === 'nvenc' },
      ...(config.gifLoss > 0 && { gifsicle: { program: config.gifsiclePath, loss: config.gifLoss } }),
    },
    repeatsStillRuns: config.heldFrames === 'repeat',
    threads: threadsOfSlot(config),
    allowAddresses: config.allowPrivateAddresses,
    dnsServers: config.dnsServers,
    disk,
    assetSpareMs: 0, // one video at a time
    keptBytes: Math.min(RENDER_DEFAULTS.keptBytes, KEPT_PART * memoryOfSlot(config)),
    shared: sharedBy(config, disk),
    sharedPictures: picturesSharedBy(config, disk),
    assetFetchTimeoutMs: config.assetFetchTimeoutMs,
    assetStallTimeoutMs: config.assetStallTimeoutMs,
    assetMaxBytes: {
      image: config.assetImageMaxBytes,
      audio: config.assetAudioMaxBytes,
      video: config.assetVideoMaxBytes,
      font: config.assetFontMaxBytes,
      caption: config.assetCaptionMaxBytes,
      lottie: config.assetLottieMaxBytes,
    },
    videoLimits: {
      assets: config.videoMaxAssets,
      bytes: disk.video,
      fontBytes: config.videoMaxFontBytes,
      imagePixels: config.videoMaxImagePixels,
    },
  };
}
