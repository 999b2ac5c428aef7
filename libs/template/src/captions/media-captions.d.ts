/**
 * The part in use here. The package's own declarations import without file extensions, which the resolution of Node.js
 * does not find.
 */
declare module 'media-captions' {
  interface Cue {
    /** Seconds. */
    startTime: number;
    endTime: number;
    text: string;
  }

  export type VTTNode =
    | { type: 'text'; data: string }
    | { type: 'timestamp'; time: number; children: readonly VTTNode[] }
    | { type: 'b' | 'c' | 'i' | 'lang' | 'rt' | 'ruby' | 'u' | 'v'; children: readonly VTTNode[] };

  export function parseText(text: string, options: { type: 'vtt' | 'srt' }): Promise<{ cues: Cue[] }>;
  export function tokenizeVTTCue(cue: Cue): VTTNode[];
}
