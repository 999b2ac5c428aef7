import { IsIn, IsOptional, IsUUID, Matches, MaxLength } from 'class-validator';
import { PageRequest, VIDEO_STATUSES, type VideoStatus } from '#libs/contracts';

export class VideoPath {
  /** Id of the video. */
  @IsUUID()
  id: string;
}

export class ListVideosQuery extends PageRequest {
  /** Lists videos of this status only. */
  @IsOptional()
  @IsIn(VIDEO_STATUSES)
  status?: VideoStatus;

  /** Lists the videos of this batch only, in the order of its rows. */
  @IsOptional()
  @IsUUID()
  batch_id?: string;
}

export class LastEventHeaders {
  /** The `id` of the last received event. */
  @IsOptional()
  @MaxLength(15)
  @Matches(/^[0-9]{1,15}$/, { message: '$property must be the id of an event' })
  'Last-Event-ID'?: string;
}
