import { Injectable } from '@nestjs/common';
import { AppError, VIDEO_STATUSES } from '#libs/contracts';
import { type PreparedStatement, PreparedStatements } from '#libs/database';
import type { Fault } from '#libs/template';
import type { TemplatedDrafts } from './video-drafts.js';
import type { VideoRow } from './video.entity.js';

/** A failed video, and its place in its batch. */
export type FailedRow = Pick<VideoRow, 'id' | 'templateId' | 'templateVersion' | 'size' | 'format' | 'test'> & {
  batchId: string;
  batchRow: number;
};

type Found = Omit<FailedRow, 'batchId'> &
  Pick<VideoRow, 'status'> & { batchId: string | null; replacedBy: string | null; canceled: boolean };

const FIND: PreparedStatement = {
  name: 'find-to-correct',
  text: `
  SELECT videos.id, videos.status, videos.template_id AS "templateId", videos.template_version AS "templateVersion",
         videos.size, videos.format, videos.test, videos.batch_id AS "batchId", videos.batch_row AS "batchRow",
         videos.replaced_by AS "replacedBy", batches.canceled_at IS NOT NULL AS canceled
    FROM videos LEFT JOIN batches ON batches.id = videos.batch_id
   WHERE videos.id = $1 AND videos.org_id = $2 AND videos.status = ANY ($3)`,
};

/** Videos in the places of failed ones of batches. */
@Injectable()
export class Corrections {
  constructor(private readonly statements: PreparedStatements) {}

  /** @throws AppError RESOURCE_NOT_FOUND; CONFLICT for a video that has not FAILED, or is in no batch, or in a canceled one */
  async find(orgId: string, id: string): Promise<FailedRow> {
    const [found] = await this.statements.run<Found>(FIND, [id, orgId, VIDEO_STATUSES]);
    if (!found) throw new AppError('RESOURCE_NOT_FOUND');
    const { batchId, status, replacedBy, canceled } = found;
    if (replacedBy !== null) throw notCorrected(`${replacedBy} has taken its place`);
    if (batchId === null) throw notCorrected('It is in no batch: create another video');
    if (status !== 'FAILED') throw notCorrected(`It is ${status}, not FAILED`);
    if (canceled) throw notCorrected('Its batch was canceled');
    return { ...found, batchId };
  }
}

/** @throws AppError VALIDATION_ERROR for a correction that differs from the failed video in what its batch fixes */
export function refuseOtherKind(failed: FailedRow, { templateId, templateVersion, videos }: TemplatedDrafts): void {
  const { size, format, test } = videos[0].draft;
  const fixed = [
    ['template_id', templateId, failed.templateId],
    ['version', templateVersion, failed.templateVersion],
    ['size', size, failed.size],
    ['format', format, failed.format],
    ['test', test, failed.test],
  ] as const;
  const details = fixed
    .filter(([, value, demanded]) => value !== demanded)
    .map(([field, value, demanded]): Fault => {
      return { field, code: 'INVALID_VALUE', message: `${field} must be that of the failed video: ${demanded}`, value };
    });
  if (details.length > 0) throw new AppError('VALIDATION_ERROR', { details });
}

function notCorrected(details: string): AppError {
  return new AppError('CONFLICT', { message: 'The video cannot be corrected', details });
}
