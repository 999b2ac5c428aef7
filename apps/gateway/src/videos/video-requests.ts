import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import {
  MAX_METADATA_SEARCH,
  PageRequest,
  VIDEO_FORMATS,
  VIDEO_STATUSES,
  type VideoFormat,
  type VideoStatus,
} from '#libs/contracts';

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

  /** Lists the videos of this template only. */
  @IsOptional()
  @IsUUID()
  template_id?: string;

  /** Lists videos of this format only. */
  @IsOptional()
  @IsIn(VIDEO_FORMATS)
  format?: VideoFormat;

  /** Lists videos whose metadata begins with this text. Upper and lower case differ. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_METADATA_SEARCH)
  metadata?: string;
}

export class LastEventHeaders {
  /** The `id` of the last received event. */
  @IsOptional()
  @MaxLength(15)
  @Matches(/^[0-9]{1,15}$/, { message: '$property must be the id of an event' })
  'Last-Event-ID'?: string;
}
