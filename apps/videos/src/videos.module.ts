import { Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/database';
import { MessagingModule } from '#libs/messaging';
import { createGuard, Guard } from '#libs/net-guard';
import { OutboxModule } from '#libs/outbox';
import { loadConfig } from '#libs/runtime';
import { StorageModule } from '#libs/storage';
import { Attempts } from './dispatch/attempts.js';
import { Claims } from './dispatch/claims.js';
import { Completion } from './dispatch/completion.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Hearing } from './dispatch/hearing.js';
import { Heartbeats } from './dispatch/heartbeats.js';
import { LostJobs } from './dispatch/lost-jobs.js';
import { OverdueVideos } from './dispatch/overdue-videos.js';
import { QueueGauges } from './dispatch/queue-gauges.js';
import { Reconciler } from './dispatch/reconciler.js';
import { RenderController } from './dispatch/render.controller.js';
import { REPAIR_PASSES, type RepairPass } from './dispatch/repair-pass.js';
import { Results } from './dispatch/results.js';
import { SilentAttempts } from './dispatch/silent-attempts.js';
import { WorkSweeper } from './dispatch/work-sweeper.js';
import { TemplateFrames } from './templates/template-frames.service.js';
import { TemplatesController } from './templates/templates.controller.js';
import { TemplatesService } from './templates/templates.service.js';
import { VideosConfig } from './videos.config.js';
import { VIDEOS_DATABASE } from './videos.database.js';
import { CancelVideoService } from './videos/cancel-video.service.js';
import { CreateVideoService } from './videos/create-video.service.js';
import { Idempotency } from './videos/idempotency.js';
import { Reservations } from './videos/reservations.js';
import { Settlements } from './videos/settlements.js';
import { ValidateVideoService } from './videos/validate-video.service.js';
import { VideoDrafts } from './videos/video-drafts.js';
import { VideoLifecycle } from './videos/video-lifecycle.js';
import { VideoNewsPublisher } from './videos/video-news-publisher.js';
import { VideosController } from './videos/videos.controller.js';
import { VideosService } from './videos/videos.service.js';

@Module({
  imports: [
    DatabaseModule.forService(VIDEOS_DATABASE),
    MessagingModule.forService('videos'),
    OutboxModule,
    StorageModule,
  ],
  controllers: [TemplatesController, VideosController, RenderController],
  providers: [
    { provide: VideosConfig, useFactory: () => loadConfig(VideosConfig) },
    {
      // Assets may come over http too (API.md §4), whatever webhook targets may.
      provide: Guard,
      inject: [VideosConfig],
      useFactory: ({ allowPrivateAddresses }: VideosConfig) =>
        createGuard({ allow: allowPrivateAddresses, allowHttp: true }),
    },
    TemplatesService,
    TemplateFrames,
    VideosService,
    VideoDrafts,
    CreateVideoService,
    ValidateVideoService,
    CancelVideoService,
    Idempotency,
    Reservations,
    Settlements,
    VideoLifecycle,
    VideoNewsPublisher,
    Dispatcher,
    Claims,
    Heartbeats,
    Attempts,
    Completion,
    Results,
    Hearing,
    SilentAttempts,
    LostJobs,
    OverdueVideos,
    WorkSweeper,
    {
      provide: REPAIR_PASSES,
      inject: [
        Completion,
        SilentAttempts,
        LostJobs,
        OverdueVideos,
        Reservations,
        Settlements,
        Idempotency,
        WorkSweeper,
      ],
      useFactory: (...passes: RepairPass[]) => passes,
    },
    Reconciler,
    QueueGauges,
  ],
})
export class VideosModule {}
