import { defineEntity, p } from '@mikro-orm/postgresql';
import type { VideoError, VideoFormat } from '#libs/contracts';
import type { TraceHeaders } from '#libs/runtime';
import type { TemplateDocument } from '#libs/template';
import { ROW_STATUSES, type RowStatus } from './video-status.js';

const VideoSchema = defineEntity({
  name: 'VideoRow',
  tableName: 'videos',
  checks: [
    {
      name: 'videos_status_check',
      expression: `status in (${ROW_STATUSES.map((status) => `'${status}'`).join(', ')})`,
    },
    { name: 'videos_progress_check', expression: 'progress >= 0 and progress <= 100' },
  ],
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    status: p.text().$type<RowStatus>(),
    /** Counts what callers can see of the video, 1 when it is accepted; kept by the database. */
    shownVersion: p.integer().default(0),
    templateId: p.uuid(),
    templateVersion: p.integer(),
    format: p.text().$type<VideoFormat>(),
    /** Frames per second; 12 for gif. */
    fps: p.integer(),
    /** Pixels. */
    width: p.integer(),
    height: p.integer(),
    frameCount: p.integer(),
    /** Seconds. */
    durationS: p.double().$type<number>(),
    credits: p.integer(),
    /** Drawn small and with a watermark. */
    test: p.boolean().default(false),
    /** The template's document with the modifications applied: what is drawn. Large, so loaded only where it is, and removed a while after the end. */
    document: p.json<TemplateDocument>().columnType('json').lazy().nullable(),
    audioUrl: p.text().nullable(),
    metadata: p.text().nullable(),
    /** Storage key of the finished file and the path of `video_url`; unguessable, never changes. */
    publicKey: p.text(),
    /** Storage key of the finished video's still and the path of `poster_url`. */
    posterKey: p.text().nullable(),
    /** 0–100, never falls. */
    progress: p.integer().default(0),
    etaSeconds: p.integer().nullable(),
    /** Bytes. */
    fileSize: p.bigint('number').nullable(),
    error: p.json<VideoError>().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** When the credits were held and the video entered the queue. */
    acceptedAt: p.datetime(3).nullable(),
    startedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
    /** Of the request it came with: what is done for it later belongs to that trace. */
    traceHeaders: p.json<TraceHeaders>().defaultRaw(`'{}'`),
    /** When its file and its still go; null while there are none, and where they are kept for ever. */
    expiresAt: p.datetime(3).nullable(),
    /** When they were removed. */
    filesRemovedAt: p.datetime(3).nullable(),
    /** When what its workers left behind was removed. */
    sweptAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'videos_by_org',
      properties: ['orgId', 'createdAt', 'id'],
    },
    { name: 'videos_by_org_and_status', properties: ['orgId', 'status', 'createdAt', 'id'] },
    {
      name: 'videos_unfinished',
      properties: ['status', 'createdAt'],
      where: `status in ('RESERVING', 'RELEASING', 'PROCESSING')`,
    },
    {
      name: 'videos_unfinished_tests',
      properties: ['orgId'],
      where: `test and status in ('RESERVING', 'PROCESSING')`,
    },
    { name: 'videos_unswept', properties: ['finishedAt'], where: 'swept_at is null and finished_at is not null' },
    { name: 'videos_undated', properties: ['finishedAt'], where: `status = 'COMPLETED' and expires_at is null` },
    {
      name: 'videos_expiring',
      properties: ['expiresAt'],
      where: 'expires_at is not null and files_removed_at is null',
    },
    {
      name: 'videos_removable',
      properties: ['finishedAt'],
      where: 'swept_at is not null and (file_size is null or files_removed_at is not null)',
    },
    {
      name: 'videos_documented',
      properties: ['finishedAt'],
      where: 'finished_at is not null and document is not null',
    },
    { name: 'videos_deleted', properties: ['finishedAt'], where: `status = 'DELETED'` },
  ],
});

/** A video as it is stored; callers see it through `toVideo`. */
export class VideoRow extends VideoSchema.class {}
VideoSchema.setClass(VideoRow);
