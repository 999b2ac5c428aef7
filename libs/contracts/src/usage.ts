import { IsIn, IsNumber, IsOptional, IsString, IsUUID, Min } from 'class-validator';
import { Nested, OrNull } from '#libs/template';
import { NamedCreator } from './creators.js';
import { IsDay, MAX_DAYS, Period, PeriodPageRequest, PeriodRequest } from './days.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsList } from './is-list.js';
import { VIDEO_ERROR_CODES, type VideoErrorCode } from './video-errors.js';

/** Codes of videos that FAILED; a canceled one did not. */
export const FAILURE_CODES = VIDEO_ERROR_CODES.filter((code) => code !== 'CANCELED');
export type FailureCode = Exclude<VideoErrorCode, 'CANCELED'>;

/** The number of videos that FAILED with an error code. */
export class FailureCount {
  /** The code of the error. */
  @IsIn(FAILURE_CODES)
  code: FailureCode;

  /** Number of videos. */
  @IsIntegerFrom(1)
  videos: number;
}

/** Videos that ended. */
export class EndedVideos {
  /** Videos that became COMPLETED. */
  @IsIntegerFrom(0)
  finished: number;

  /** Videos that became FAILED. */
  @IsIntegerFrom(0)
  failed: number;

  /** Videos that became CANCELED. */
  @IsIntegerFrom(0)
  canceled: number;

  /** Length of all finished videos together, in seconds. */
  @IsNumber()
  @Min(0)
  seconds: number;
}

/** The usage of an organization. Videos that were deleted since are included. */
export class UsageCounts extends EndedVideos {
  /** Price of the finished videos, in credits. */
  @IsIntegerFrom(0)
  credits: number;

  /** The failed videos by error code, the most frequent first. */
  @IsList(0, FAILURE_CODES.length)
  @Nested(() => FailureCount, { each: true })
  failures: FailureCount[];

  /** Test videos. They are free, and not part of the other numbers. */
  @Nested(() => EndedVideos)
  tests: EndedVideos;
}

/** The usage of an organization on one day. A video belongs to the day on which it ended. */
export class UsageDay extends UsageCounts {
  /** The day, in UTC. */
  @IsDay()
  date: string;
}

/** The usage of an organization in a period, by day. */
export class Usage extends Period {
  /** The sums of all days. */
  @Nested(() => UsageCounts)
  total: UsageCounts;

  /** Every day of the period, the last one first. */
  @IsList(0, MAX_DAYS)
  @Nested(() => UsageDay, { each: true })
  data: UsageDay[];
}

/** The usage to return. */
export class UsageRequest extends PeriodRequest {
  /** Counts only the videos of this template, or those whose requests this key or member sent. Default: all. */
  @IsOptional()
  @IsUUID()
  of?: string;
}

/** The usage of an organization. */
export class GetUsage extends UsageRequest {
  @IsUUID()
  org_id: string;
}

/** Videos that ended in a period, without test videos. */
export class PaidVideos extends EndedVideos {
  /** Price of the finished videos, in credits. */
  @IsIntegerFrom(0)
  credits: number;
}

/** The videos of a template that ended in a period, without test videos. */
export class TemplateInUse extends PaidVideos {
  /** Identifies the template. */
  @IsUUID()
  template_id: string;

  /** The present name of the template; null if it no longer exists. */
  @OrNull()
  @IsString()
  template_name: string | null;
}

/** The videos of a key or a member that ended in a period, without test videos. */
export class CreatorInUse extends PaidVideos {
  /** The key or the member whose requests created the videos. */
  @Nested(() => NamedCreator)
  created_by: NamedCreator;
}

/** The usage of an organization by template, or by creator. */
export class ListUsage extends PeriodPageRequest {
  @IsUUID()
  org_id: string;
}
