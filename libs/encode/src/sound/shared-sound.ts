/** The sound of a video, which other videos have as well: it is encoded once for all of them. */
export interface SharedSound {
  /**
   * Brings the sound's file to `output`: the one that another video has encoded, else the one that `make` writes there. A
   * silent sound needs no file.
   *
   * @throws what `make` throws, or the signal's reason after an abort
   */
  bring(output: string, make: () => Promise<void>, signal?: AbortSignal): Promise<void>;
}
