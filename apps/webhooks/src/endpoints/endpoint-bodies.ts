import { ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { VIDEO_EVENTS, type VideoEventType } from '#libs/contracts';

/** `POST /webhooks` (API.md §6). What `url` may be is checked by the guard, not by its shape. */
export class CreateEndpointBody {
  @IsString()
  url: string;

  @IsArray()
  @ArrayMinSize(1)
  @IsString({ each: true })
  @IsIn(VIDEO_EVENTS, { each: true })
  events: VideoEventType[];

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

/** `PUT /webhooks/{id}`: an absent field keeps its value. */
export class UpdateEndpointBody {
  @IsOptional()
  @IsString()
  url?: string;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @IsString({ each: true })
  @IsIn(VIDEO_EVENTS, { each: true })
  events?: VideoEventType[];

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}
