import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Encoder } from '#libs/contracts';
import { MessagingModule } from '#libs/messaging';
import { StorageModule } from '#libs/storage';
import { AttemptNews } from './attempts/attempt-news.js';
import { Attempts } from './attempts/attempts.service.js';
import { renderJobsController } from './attempts/render-jobs.controller.js';
import { RenderFiles } from './attempts/render-files.js';
import { RendererConfig } from './renderer.config.js';
import { SlotAnnouncer } from './slots/slot-announcer.js';
import { SlotPool, type SlotPoolOptions } from './slots/slot-pool.js';

/** What a spec may set: the program of a slot's process. */
export type SlotProgram = Pick<SlotPoolOptions, 'entry' | 'execArgv'>;

const SLOT_PROGRAM: SlotProgram = { entry: fileURLToPath(new URL('./slots/slot-process.js', import.meta.url)) };

@Module({})
export class RendererModule {
  /** `encoder`: the one that works on this machine. */
  static with(config: RendererConfig, encoder: Encoder, program: SlotProgram = SLOT_PROGRAM): DynamicModule {
    return {
      module: RendererModule,
      imports: [MessagingModule.forService('renderer'), StorageModule],
      controllers: [renderJobsController(encoder, config.renderSlots)],
      providers: [
        { provide: RendererConfig, useValue: config },
        { provide: SlotPool, useFactory: () => openPool(config, encoder, program) },
        SlotAnnouncer,
        RenderFiles,
        AttemptNews,
        Attempts,
      ],
    };
  }
}

async function openPool(config: RendererConfig, encoder: Encoder, program: SlotProgram): Promise<SlotPool> {
  const pool = new SlotPool({
    ...program,
    identity: { worker: `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`, encoder },
    slots: config.renderSlots,
    videosPerProcess: config.videosPerProcess,
    workDir: config.workDir,
    settings: {
      ffmpeg: { ffmpeg: config.ffmpegPath, ffprobe: config.ffprobePath },
      allowAddresses: config.allowPrivateAddresses,
      assetCacheBytes: config.assetCacheBytes,
      assetFetchTimeoutMs: config.assetFetchTimeoutMs,
      assetMaxBytes: {
        image: config.assetImageMaxBytes,
        audio: config.assetAudioMaxBytes,
        video: config.assetVideoMaxBytes,
        font: config.assetFontMaxBytes,
      },
    },
  });
  await pool.clear();
  return pool;
}
