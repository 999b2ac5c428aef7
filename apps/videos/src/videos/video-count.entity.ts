import { defineEntity, p } from '@mikro-orm/postgresql';

const VideoTotalSchema = defineEntity({
  name: 'VideoTotal',
  tableName: 'video_totals',
  properties: {
    orgId: p.uuid().primary(),
    status: p.text().primary(),
    videos: p.bigint('number'),
  },
});

/** How many videos of an organization have a status, but for the changes since. */
export class VideoTotal extends VideoTotalSchema.class {}
VideoTotalSchema.setClass(VideoTotal);

const VideoChangeSchema = defineEntity({
  name: 'VideoChange',
  tableName: 'video_changes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    orgId: p.uuid(),
    status: p.text(),
    /** Negative where they left the status. */
    videos: p.bigint('number'),
  },
  indexes: [{ name: 'video_changes_by_org', properties: ['orgId'] }],
});

/** A change of these numbers that is not in the totals yet; written by triggers. */
export class VideoChange extends VideoChangeSchema.class {}
VideoChangeSchema.setClass(VideoChange);
