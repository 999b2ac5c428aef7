import { IsIn, IsUUID } from 'class-validator';
import { MAX_URL_CHARACTERS, Nested, TIMED_KINDS, type TimedKind } from '#libs/template';
import { IsIntegerIn } from './is-integer-in.js';
import { IsList } from './is-list.js';
import { IsText } from './is-text.js';

/** Most files that one request has measured. */
export const MAX_MEASURED_FILES = 100;

/** A file that plays. */
export class TimedFile {
  @IsIn(TIMED_KINDS)
  kind: TimedKind;

  @IsText(MAX_URL_CHARACTERS)
  url: string;
}

/** Finds how long files play, before a video that depends on it is accepted. */
export class MeasureFiles {
  @IsIntegerIn(1)
  schema = 1 as const;

  /** The organization that sent the request: organizations take turns. */
  @IsUUID()
  org_id: string;

  @Nested(() => TimedFile, { each: true })
  @IsList(1, MAX_MEASURED_FILES)
  files: TimedFile[];
}

/**
 * Seconds for which a file plays, or the reason why they are not known, as the end of a sentence that begins with the
 * file. `refused`: because of the file. `unavailable`: it may pass. `over_budget`: the organization has had too many files fetched.
 */
export type MeasuredFile = { seconds: number } | UnmeasuredFile;

export interface UnmeasuredFile {
  failure: 'refused' | 'unavailable' | 'over_budget';
  reason: string;
}

/** Lengths in the order of the request. */
export interface MeasuredFiles {
  files: MeasuredFile[];
}
