import { Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/database';
import { MessagingModule } from '#libs/messaging';
import { OutboxModule } from '#libs/outbox';
import { loadConfig, RepeatedWork } from '#libs/runtime';
import { StorageModule } from '#libs/storage';
import { AcceptBatchService } from './batches/accept-batch.service.js';
import { BatchDrafts } from './batches/batch-drafts.js';
import { BatchReservations } from './batches/batch-reservations.js';
import { BatchRounds } from './batches/batch-rounds.js';
import { FinishBatchService } from './batches/finish-batch.service.js';
import { BatchesController } from './batches/batches.controller.js';
import { BatchesService } from './batches/batches.service.js';
import { RetryBatchService } from './batches/retry-batch.service.js';
import { AttemptEnds } from './results/attempt-ends.js';
import { Claims } from './claims/claims.js';
import { Completion } from './results/completion.js';
import { Dispatcher } from './queue/dispatcher.js';
import { Heartbeats } from './claims/heartbeats.js';
import { ListeningWindow } from './claims/listening-window.js';
import { QueueGauges } from './queue/queue-gauges.js';
import { LearnedCosts } from './queue/learned-costs.js';
import { RenderController } from './claims/render.controller.js';
import { RenderResults } from './results/render-results.js';
import { EstimatePublisher } from './queue/estimate-publisher.js';
import { QueueEstimates } from './queue/queue-estimates.js';
import { DocumentJudge } from './documents/document-judge.js';
import { FileMeasurements } from './documents/file-measurements.js';
import { OperatorController } from './operator/operator.controller.js';
import { Reconciler } from './repair/reconciler.js';
import { repairPasses } from './repair/repair-passes.js';
import { Retention } from './retention/retention.js';
import { sweeps } from './retention/sweeps.js';
import { Brands } from './reuse/brands.service.js';
import { Components } from './reuse/components.service.js';
import { CurrentReuse } from './documents/current-reuse.js';
import { ReuseController } from './reuse/reuse.controller.js';
import { TemplateDrafts } from './templates/template-drafts.service.js';
import { TemplateFrames } from './templates/template-frames.service.js';
import { TemplatePresences } from './templates/template-presence.service.js';
import { TemplateQuotas } from './templates/template-quotas.js';
import { TemplatesController } from './templates/templates.controller.js';
import { TemplateVersions } from './templates/template-versions.service.js';
import { TemplatesService } from './templates/templates.service.js';
import { UsageCounting } from './usage/usage-counting.js';
import { UsageController } from './usage/usage.controller.js';
import { VideosConfig } from './videos.config.js';
import { VIDEOS_DATABASE } from './videos.database.js';
import { VIDEOS_STREAMS } from './videos.streams.js';
import { CancelVideoService } from './videos/cancel-video.service.js';
import { Corrections } from './videos/corrections.js';
import { CreateVideoService } from './videos/create-video.service.js';
import { Idempotency } from './videos/idempotency.js';
import { RemoveVideoService } from './videos/remove-video.service.js';
import { Reservations } from './videos/reservations.js';
import { UnfinishedTests } from './videos/unfinished-tests.js';
import { ValidateVideoService } from './videos/validate-video.service.js';
import { VideoCounting } from './videos/video-counting.js';
import { VideoDrafts } from './videos/video-drafts.js';
import { VideoLifecycle } from './videos/video-lifecycle.js';
import { VideoUpdatePublisher } from './videos/video-update-publisher.js';
import { VideosController } from './videos/videos.controller.js';
import { VideosService } from './videos/videos.service.js';

@Module({
  imports: [
    DatabaseModule.forService(VIDEOS_DATABASE),
    MessagingModule.forService('videos'),
    OutboxModule.forStreams(VIDEOS_STREAMS),
    StorageModule,
  ],
  controllers: [
    TemplatesController,
    ReuseController,
    VideosController,
    BatchesController,
    UsageController,
    OperatorController,
    RenderController,
  ],
  providers: [
    { provide: VideosConfig, useFactory: () => loadConfig(VideosConfig) },
    RepeatedWork,
    DocumentJudge,
    FileMeasurements,
    TemplatesService,
    TemplateVersions,
    TemplateDrafts,
    TemplateFrames,
    CurrentReuse,
    Brands,
    Components,
    VideosService,
    VideoCounting,
    UsageCounting,
    VideoDrafts,
    UnfinishedTests,
    Corrections,
    CreateVideoService,
    ValidateVideoService,
    CancelVideoService,
    RemoveVideoService,
    Idempotency,
    Reservations,
    BatchDrafts,
    BatchReservations,
    AcceptBatchService,
    RetryBatchService,
    BatchesService,
    BatchRounds,
    FinishBatchService,
    VideoLifecycle,
    VideoUpdatePublisher,
    Dispatcher,
    Claims,
    Heartbeats,
    LearnedCosts,
    QueueEstimates,
    EstimatePublisher,
    AttemptEnds,
    Completion,
    RenderResults,
    ListeningWindow,
    ...repairPasses,
    Reconciler,
    TemplatePresences,
    TemplateQuotas,
    ...sweeps,
    Retention,
    QueueGauges,
  ],
})
export class VideosModule {}
