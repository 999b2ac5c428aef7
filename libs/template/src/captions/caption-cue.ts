/** Words and when they are said, in seconds from the layer's start: a document's `Cue`, or one read from a subtitle file. */
export interface CaptionCue {
  start: number;
  end: number;
  /** Plain text; may contain line breaks. */
  text: string;
  /** When each word between white space is said, where the file tells. */
  wordStarts?: readonly number[];
}
