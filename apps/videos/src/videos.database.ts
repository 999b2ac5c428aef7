import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { BatchRow } from './batches/batch.entity.js';
import { DispatchTurnRow } from './dispatch/dispatch-turn.entity.js';
import { SegmentRow } from './videos/segment.entity.js';
import { PauseAttempts } from './migrations/2026-11-26-pauses-of-attempts.js';
import { Posters } from './migrations/2026-11-21-posters.js';
import { RepeatableClaims } from './migrations/2026-11-21-repeatable-claims.js';
import { CountShownVersions } from './migrations/2026-11-21-shown-versions.js';
import { TestVideos } from './migrations/2026-11-21-test-videos.js';
import { IndexVideosByStatus } from './migrations/2026-11-21-videos-by-status.js';
import { AddVideoTraces } from './migrations/2026-11-21-video-traces.js';
import { CreateVideos } from './migrations/2026-11-21-videos.js';
import { CountEndsOfAttempts } from './migrations/2026-11-22-ends-of-attempts.js';
import { CreateBatches } from './migrations/2026-11-23-batches.js';
import { AddGifOptions } from './migrations/2026-11-22-gif-options.js';
import { AddKeyFrameIntervals } from './migrations/2026-11-22-key-frame-intervals.js';
import { LeaveRoomForProgress } from './migrations/2026-11-22-room-for-progress.js';
import { IndexReturnedSegments } from './migrations/2026-11-22-returned-segments.js';
import { LetDocumentsGo } from './migrations/2026-11-22-document-retention.js';
import { CountTemplates } from './migrations/2026-11-22-template-usage.js';
import { CountVideos } from './migrations/2026-11-22-video-counts.js';
import { KeepVideosForAWhile } from './migrations/2026-11-22-video-retention.js';
import { ShareOutTestVideos } from './migrations/2026-11-22-shares-of-test-videos.js';
import { CountUsage } from './migrations/2026-11-23-usage.js';
import { KeepVideoRequests } from './migrations/2026-11-23-video-requests.js';
import { LearnRenderCosts } from './migrations/2026-11-23-render-costs.js';
import { ShareByCost } from './migrations/2026-11-23-fair-by-cost.js';
import { CutVideos } from './migrations/2026-11-23-steps.js';
import { IndexEndedParts } from './migrations/2026-11-23-ended-parts.js';
import { AddDraftAuthors } from './migrations/2026-11-26-draft-authors.js';
import { IndexUncutSegments } from './migrations/2026-11-23-uncut-segments.js';
import { CountRedraws } from './migrations/2026-11-23-redrawn-segments.js';
import { IndexFailedVideos } from './migrations/2026-11-23-failed-videos.js';
import { EventAudits } from './migrations/2026-11-22-event-audits.js';
import { AddTemplateDrafts } from './migrations/2026-11-23-template-drafts.js';
import { AddTemplatePresence } from './migrations/2026-11-23-template-presence.js';
import { HoldBackOrganizations } from './migrations/2026-11-26-held-back.js';
import { TemplateDraftRow } from './templates/template-draft.entity.js';
import { TemplatePresenceRow } from './templates/template-presence.entity.js';
import { TemplateUsageRow } from './templates/template-usage.entity.js';
import { TemplateVersionRow } from './templates/template-version.entity.js';
import { TemplateRow } from './templates/template.entity.js';
import { EventAuditRow } from './repair/event-audit.entity.js';
import { IdempotencyKeyRow } from './videos/idempotency-key.entity.js';
import { RenderCostRow } from './videos/render-cost.entity.js';
import { SettlementProgressRow } from './repair/settlement-progress.entity.js';
import { VideoChangeRow, VideoTotalRow } from './videos/video-count.entity.js';
import { UsageChangeRow, UsageDayRow } from './usage/usage-day.entity.js';
import { VideoRow } from './videos/video.entity.js';

/** The schema `videos`. */
export const VIDEOS_DATABASE: ServiceDatabase = {
  name: 'videos',
  entities: [
    ...OUTBOX_ENTITIES,
    TemplateRow,
    TemplateVersionRow,
    BatchRow,
    VideoRow,
    VideoTotalRow,
    VideoChangeRow,
    UsageDayRow,
    UsageChangeRow,
    IdempotencyKeyRow,
    SegmentRow,
    RenderCostRow,
    DispatchTurnRow,
    SettlementProgressRow,
    EventAuditRow,
    TemplateUsageRow,
    TemplateDraftRow,
    TemplatePresenceRow,
  ],
  migrations: [
    outboxMigration,
    outboxPartitionsMigration,
    outboxWindowsMigration,
    { name: '2026-11-21-videos', class: CreateVideos },
    { name: '2026-11-21-shown-versions', class: CountShownVersions },
    { name: '2026-11-21-repeatable-claims', class: RepeatableClaims },
    { name: '2026-11-21-videos-by-status', class: IndexVideosByStatus },
    { name: '2026-11-21-test-videos', class: TestVideos },
    { name: '2026-11-21-posters', class: Posters },
    { name: '2026-11-21-video-traces', class: AddVideoTraces },
    { name: '2026-11-22-ends-of-attempts', class: CountEndsOfAttempts },
    { name: '2026-11-22-returned-segments', class: IndexReturnedSegments },
    { name: '2026-11-22-video-retention', class: KeepVideosForAWhile },
    { name: '2026-11-22-shares-of-test-videos', class: ShareOutTestVideos },
    { name: '2026-11-22-event-audits', class: EventAudits },
    { name: '2026-11-22-document-retention', class: LetDocumentsGo },
    { name: '2026-11-22-template-usage', class: CountTemplates },
    { name: '2026-11-22-room-for-progress', class: LeaveRoomForProgress },
    { name: '2026-11-22-video-counts', class: CountVideos },
    { name: '2026-11-22-key-frame-intervals', class: AddKeyFrameIntervals },
    { name: '2026-11-22-gif-options', class: AddGifOptions },
    { name: '2026-11-23-template-drafts', class: AddTemplateDrafts },
    { name: '2026-11-23-usage', class: CountUsage },
    { name: '2026-11-23-batches', class: CreateBatches },
    { name: '2026-11-23-template-presence', class: AddTemplatePresence },
    { name: '2026-11-23-video-requests', class: KeepVideoRequests },
    { name: '2026-11-23-failed-videos', class: IndexFailedVideos },
    { name: '2026-11-23-render-costs', class: LearnRenderCosts },
    { name: '2026-11-23-fair-by-cost', class: ShareByCost },
    { name: '2026-11-23-steps', class: CutVideos },
    { name: '2026-11-23-uncut-segments', class: IndexUncutSegments },
    { name: '2026-11-23-redrawn-segments', class: CountRedraws },
    { name: '2026-11-23-ended-parts', class: IndexEndedParts },
    { name: '2026-11-26-draft-authors', class: AddDraftAuthors },
    { name: '2026-11-26-pauses-of-attempts', class: PauseAttempts },
    { name: '2026-11-26-held-back', class: HoldBackOrganizations },
  ],
};
