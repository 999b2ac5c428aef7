import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AssetKind } from '#libs/contracts';

const MediaFileSchema = defineEntity({
  name: 'MediaFile',
  tableName: 'media',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    name: p.text(),
    kind: p.text().$type<AssetKind>(),
    storageKey: p.text().unique(),
    /** Announced by the request until the file is stored. */
    bytes: p.bigint('number'),
    /** Null while the file is uploaded. */
    storedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/** An uploaded file. */
export class MediaFile extends MediaFileSchema.class {}
MediaFileSchema.setClass(MediaFile);

const MediaUsageSchema = defineEntity({
  name: 'MediaUsage',
  tableName: 'media_usage',
  properties: {
    orgId: p.uuid().primary(),
    /** Maintained by a trigger. */
    files: p.integer().default(0),
    /** Maintained by a trigger. */
    bytes: p.bigint('number').defaultRaw('0'),
    /** Null for the configured default. */
    maxFiles: p.integer().nullable(),
    maxBytes: p.bigint('number').nullable(),
  },
});

/** An organization's uploads, and its quota. */
export class MediaUsage extends MediaUsageSchema.class {}
MediaUsageSchema.setClass(MediaUsage);
