/**
 * Words and their time span, in seconds since the start of the layer. It is a `Cue` of a document or comes from a
 * subtitle file.
 */
export interface CaptionCue {
  start: number;
  end: number;
  /** Plain text; may contain line breaks. */
  text: string;
  /** Time at which each word starts, if the file states it. Words are separated by white space. */
  wordStarts?: readonly number[];
}
