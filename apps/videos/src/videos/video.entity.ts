import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Creator, VideoError, VideoFormat } from '#libs/contracts';
import type { TraceHeaders } from '#libs/runtime';
import type { TemplateDocument } from '#libs/template';
import type { CutPlaces, VideoCallbackTarget } from '#libs/drafts';
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
    /** Counts the changes that callers can see, 1 when the video is accepted; maintained by a trigger. */
    shownVersion: p.integer().default(0),
    templateId: p.uuid(),
    templateVersion: p.integer(),
    /** The size of the template that it has, by its name. */
    size: p.text().default('default'),
    format: p.text().$type<VideoFormat>(),
    /** Frames per second; 12 for gif. */
    fps: p.integer(),
    /** Pixels of the file. */
    width: p.integer(),
    height: p.integer(),
    frameCount: p.integer(),
    /** Seconds. */
    durationS: p.double().$type<number>(),
    credits: p.integer(),
    /** Whether it is drawn small and with a watermark. */
    test: p.boolean().default(false),
    /** The template's document with the modifications applied. Large, so loaded only on request, and removed after the end. */
    document: p.json<TemplateDocument>().columnType('json').lazy().nullable(),
    /** The request, for a caller to look at and to repeat. Null if it is large. */
    request: p.json<Record<string, unknown>>().columnType('json').lazy().nullable(),
    /** The frames before which the video may be cut. Null: it is not worth it, or not possible. */
    cutPlaces: p.json<CutPlaces>().columnType('json').lazy().nullable(),
    /** CPU milliseconds of rendering it, estimated from its document: as long as its template's costs are not known. */
    expectedMs: p.integer().default(10_000),
    audioUrl: p.text().nullable(),
    /** Seconds between key frames, at most. Null: the encoder decides. */
    keyFrameIntervalS: p.double().$type<number>().nullable(),
    /** Pixels of width to which a gif is scaled down. Null: it keeps the width of the document. */
    maxWidth: p.integer().nullable(),
    /** Number of times that a gif plays. Null or 0: it repeats forever. */
    loop: p.integer().nullable(),
    metadata: p.text().nullable(),
    /** The address that the request named, and the events that are sent to it. */
    callback: p.json<VideoCallbackTarget>().columnType('json').nullable(),
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
    /** The trace of the request that created the video; later work on it belongs to the same trace. */
    traceHeaders: p.json<TraceHeaders>().defaultRaw(`'{}'`),
    /** When its file and its poster are removed; null while there are none, and if they are kept forever. */
    expiresAt: p.datetime(3).nullable(),
    /** When they were removed. */
    filesRemovedAt: p.datetime(3).nullable(),
    /** When the leftovers of its renderers were removed. */
    sweptAt: p.datetime(3).nullable(),
    /** The batch that it was accepted with. */
    batchId: p.uuid().nullable(),
    /** Its row there, from 1. */
    batchRow: p.integer().nullable(),
    /** The cells of its row in the batch as they were sent. */
    cells: p.json<Record<string, unknown>>().columnType('json').lazy().nullable(),
    /** The failed video whose place in its batch it takes, and the one that has taken its own. */
    replaces: p.uuid().nullable(),
    replacedBy: p.uuid().nullable(),
    /** The user or the key whose request created it. */
    creatorType: p.text().$type<Creator['type']>().nullable(),
    creatorId: p.uuid().nullable(),
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
    {
      name: 'videos_with_parts',
      properties: ['finishedAt'],
      where: 'finished_at is not null and cut_places is not null',
    },
    { name: 'videos_by_batch', properties: ['batchId', 'batchRow'], where: 'batch_id is not null' },
    {
      name: 'videos_unended_by_batch',
      properties: ['batchId'],
      where: `batch_id is not null and status = 'PROCESSING'`,
    },
    { name: 'videos_by_template', properties: ['templateId', 'createdAt', 'id'] },
    {
      name: 'videos_by_metadata',
      expression:
        'create index videos_by_metadata on videos (org_id, left(metadata, 128) collate "C", created_at) where metadata is not null',
    },
    {
      name: 'videos_by_creator',
      properties: ['orgId', 'creatorId', 'createdAt', 'id'],
      where: 'creator_id is not null',
    },
    { name: 'videos_failed', properties: ['finishedAt', 'id'], where: `status = 'FAILED'` },
    { name: 'videos_deleted', properties: ['finishedAt'], where: `status = 'DELETED'` },
  ],
});

/** A stored video; `toVideo` makes the Video that callers see. */
export class VideoRow extends VideoSchema.class {}
VideoSchema.setClass(VideoRow);
