declare module 'bidi-js' {
  /** The Unicode bidirectional algorithm (UAX #9) over UTF-16 units. */
  interface Bidi {
    getEmbeddingLevels(text: string, baseDirection: 'ltr' | 'rtl'): { levels: Uint8Array };
  }
  function bidiFactory(): Bidi;
  export { bidiFactory as default };
}
