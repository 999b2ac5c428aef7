import { Allow, IsArray, IsBoolean, IsIn, IsNumber, IsOptional, IsString, Min } from 'class-validator';
import {
  FAULT_CODES,
  type FaultCode,
  Nested,
  OrNull,
  SEVERITIES,
  type Severity,
  WARNING_CODES,
  type WarningCode,
} from '#libs/template';
import { IsIntegerFrom } from './is-integer-from.js';
import { FORESEEN_ERROR_CODES, type ForeseenErrorCode } from './video-errors.js';
import { VideoExplanation } from './video-explanation.js';

/** Why a video would be refused, or would be accepted and fail. */
export class VideoFault {
  /**
   * Path of the field in the request: `modifications.pages[0].layers[1].source_url`; or in the template, if the value is
   * the template's: `pages[0].layers[2].source_url`.
   */
  @IsString()
  field: string;

  /** The code of a validation detail if the request would be refused; the error code of the video if it would fail. */
  @IsIn([...FAULT_CODES, ...FORESEEN_ERROR_CODES])
  code: FaultCode | ForeseenErrorCode;

  /** A sentence for people. */
  @IsString()
  message: string;

  /** The rejected value, as in a validation detail. */
  @Allow()
  value: unknown;
}

/** A finding that the author of a video should know. It does not refuse the video. */
export class VideoWarning {
  /** As in {@link VideoFault}. The path of a layer if the warning concerns no single field of it. */
  @IsString()
  field: string;

  /** The kind of the finding. */
  @IsIn(WARNING_CODES)
  code: WarningCode;

  /**
   * `info`: the video may look as intended. `warning`: it differs from what was written. `critical`: it may fail. It
   * follows from the code.
   */
  @IsIn(SEVERITIES)
  severity: Severity;

  /** A sentence for people. */
  @IsString()
  message: string;

  /** The value concerned. Absent if there is no single one. */
  @IsOptional()
  @Allow()
  value?: unknown;
}

/** The video of one size of a request. */
export class VideoInSize {
  /** Name of the size in the template. */
  @IsString()
  size: string;

  /** Pixels. */
  @IsIntegerFrom(1)
  width: number;

  /** Pixels. */
  @IsIntegerFrom(1)
  height: number;

  /** Its price in credits. */
  @IsIntegerFrom(0)
  credits: number;
}

/** Result of checking a body for `POST /videos`. */
export class VideoValidation {
  /** True if `POST /videos` would accept the body, given enough credits, and nothing is known that makes the video fail. */
  @IsBoolean()
  valid: boolean;

  /** Why the body would be refused, or why the video would fail. */
  @IsArray()
  @Nested(() => VideoFault, { each: true })
  errors: VideoFault[];

  /** Places where the video would differ from what was written, and files that could not be checked. */
  @IsArray()
  @Nested(() => VideoWarning, { each: true })
  warnings: VideoWarning[];

  /** Seconds. Null if the body would be refused. */
  @OrNull()
  @IsNumber()
  @Min(0)
  duration: number | null;

  /**
   * Seconds of each page: those of duration `auto` as they were measured. Null if the body would be refused. Transitions let pages
   * overlap.
   */
  @OrNull()
  @IsArray()
  @IsNumber({}, { each: true })
  page_durations: number[] | null;

  /** The video of each size that the body names, in its order. Null if the body would be refused. */
  @OrNull()
  @IsArray()
  @Nested(() => VideoInSize, { each: true })
  sizes: VideoInSize[] | null;

  /** Price in credits: the sum over all sizes. Null if the body would be refused. */
  @OrNull()
  @IsIntegerFrom(0)
  credits: number | null;

  /** Credits available to the organization. Null if the body would be refused, or if the balance is not known now. */
  @OrNull()
  @IsIntegerFrom(0)
  balance: number | null;

  /** Whether the balance is at least the price. Null if one of them is null. */
  @OrNull()
  @IsBoolean()
  affordable: boolean | null;

  /**
   * The layers that make the video of the first size slow to draw, if `explain` is true. Null otherwise, and if there are errors or no renderer replied in
   * time.
   */
  @OrNull()
  @Nested(() => VideoExplanation)
  explanation: VideoExplanation | null;
}

/** The part of the result that the videos service knows. */
export type CheckedBody = Omit<VideoValidation, 'balance' | 'affordable'>;
