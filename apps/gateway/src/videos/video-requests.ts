import { IsOptional, IsUUID, Matches, MaxLength } from 'class-validator';

export class VideoPath {
  /** Id of the video. */
  @IsUUID()
  id: string;
}

export class LastEventHeaders {
  /** The `id` of the last received event. */
  @IsOptional()
  @MaxLength(15)
  @Matches(/^[0-9]{1,15}$/, { message: '$property must be the id of an event' })
  'Last-Event-ID'?: string;
}
