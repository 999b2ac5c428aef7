declare module 'linebreak' {
  /** Unicode line breaking (UAX #14), one opportunity at a time. */
  class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
  export { LineBreaker as default };
}
