import { defineEntity, p } from '@mikro-orm/postgresql';

const VideoTotalSchema = defineEntity({
  name: 'VideoTotalRow',
  tableName: 'video_totals',
  properties: {
    orgId: p.uuid().primary(),
    status: p.text().primary(),
    videos: p.bigint('number'),
  },
});

/** The number of videos of an organization and status, without the changes that are not added yet. */
export class VideoTotalRow extends VideoTotalSchema.class {}
VideoTotalSchema.setClass(VideoTotalRow);

const VideoChangeSchema = defineEntity({
  name: 'VideoChangeRow',
  tableName: 'video_changes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    orgId: p.uuid(),
    status: p.text(),
    /** Negative for videos that left the status. */
    videos: p.bigint('number'),
  },
  indexes: [{ name: 'video_changes_by_org', properties: ['orgId'] }],
});

/** A change of these numbers that is not yet added to the totals; written by triggers. */
export class VideoChangeRow extends VideoChangeSchema.class {}
VideoChangeSchema.setClass(VideoChangeRow);
