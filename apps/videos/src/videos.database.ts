import type { ServiceDatabase } from '#libs/database';
import { OUTBOX_ENTITIES, outboxMigration, outboxPartitionsMigration, outboxWindowsMigration } from '#libs/outbox';
import { BatchRow } from './batches/batch.entity.js';
import { DispatchTurnRow } from './queue/dispatch-turn.entity.js';
import { StepRow } from './videos/step.entity.js';
import { UploadLengthRow } from './documents/upload-length.entity.js';
import { TemplateDraftRow } from './templates/template-draft.entity.js';
import { TemplatePresenceRow } from './templates/template-presence.entity.js';
import { TemplateUsageRow } from './templates/template-usage.entity.js';
import { TemplateVersionRow } from './templates/template-version.entity.js';
import { TemplateRow } from './templates/template.entity.js';
import { BrandRow } from './reuse/brand.entity.js';
import { ComponentVersionRow } from './reuse/component-version.entity.js';
import { ComponentRow } from './reuse/component.entity.js';
import { EventAuditRow } from './repair/event-audit.entity.js';
import { IdempotencyKeyRow } from './videos/idempotency-key.entity.js';
import { RenderCostRow } from './videos/render-cost.entity.js';
import { SettlementProgressRow } from './repair/settlement-progress.entity.js';
import { VideoChangeRow, VideoTotalRow } from './videos/video-count.entity.js';
import { UsageChangeRow, UsageDayRow } from './usage/usage-day.entity.js';
import { VideoRow } from './videos/video.entity.js';
import { CreateSchema } from './migrations/2026-11-26-schema.js';
import { AddCallbacks } from './migrations/2026-11-27-callbacks.js';
import { AddExpectedCost } from './migrations/2026-11-27-expected-cost.js';
import { AddPreviousDraft } from './migrations/2026-11-27-previous-draft.js';
import { AddSizes } from './migrations/2026-11-27-sizes.js';
import { AddUploadLengths } from './migrations/2026-11-27-upload-lengths.js';
import { AddCreators } from './migrations/2026-11-28-creators.js';
import { AddVersionLabels } from './migrations/2026-12-01-version-labels.js';
import { AddCorrections } from './migrations/2026-12-02-corrections.js';
import { AddUsageSplits } from './migrations/2026-11-30-usage-splits.js';
import { AddRowCells } from './migrations/2026-11-29-row-cells.js';
import { AddReuse } from './migrations/2026-11-28-reuse.js';

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
    StepRow,
    RenderCostRow,
    DispatchTurnRow,
    SettlementProgressRow,
    EventAuditRow,
    TemplateUsageRow,
    TemplateDraftRow,
    TemplatePresenceRow,
    UploadLengthRow,
    BrandRow,
    ComponentRow,
    ComponentVersionRow,
  ],
  migrations: [
    outboxMigration,
    outboxPartitionsMigration,
    outboxWindowsMigration,
    // Named after the last of the migrations that it replaces: a database in which that one has run has this schema.
    { name: '2026-11-26-held-back', class: CreateSchema },
    { name: '2026-11-27-expected-cost', class: AddExpectedCost },
    { name: '2026-11-27-sizes', class: AddSizes },
    { name: '2026-11-27-callbacks', class: AddCallbacks },
    { name: '2026-11-27-upload-lengths', class: AddUploadLengths },
    { name: '2026-11-27-previous-draft', class: AddPreviousDraft },
    { name: '2026-11-28-reuse', class: AddReuse },
    { name: '2026-11-29-creators', class: AddCreators },
    { name: '2026-11-30-row-cells', class: AddRowCells },
    { name: '2026-11-30-usage-splits', class: AddUsageSplits },
    { name: '2026-12-01-version-labels', class: AddVersionLabels },
    { name: '2026-12-02-corrections', class: AddCorrections },
  ],
};
