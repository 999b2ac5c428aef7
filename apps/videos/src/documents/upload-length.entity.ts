import { defineEntity, p } from '@mikro-orm/postgresql';
import type { TimedKind } from '#libs/template';

const UploadLengthSchema = defineEntity({
  name: 'UploadLengthRow',
  tableName: 'upload_lengths',
  properties: {
    /** Storage key of the upload, which always has the same content. */
    upload: p.text().primary(),
    kind: p.text().$type<TimedKind>().primary(),
    seconds: p.double().$type<number>(),
    measuredAt: p.datetime(3),
  },
  indexes: [{ name: 'upload_lengths_by_age', properties: ['measuredAt'] }],
});

/** Seconds that an upload plays. */
export class UploadLengthRow extends UploadLengthSchema.class {}
UploadLengthSchema.setClass(UploadLengthRow);
