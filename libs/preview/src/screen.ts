/** sRGB in the matrix and range of the frames, so that no browser converts more than that. */
const COLOR_SPACE = { primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'bt709', fullRange: false } as const;

/** The canvas of a page, on which frames are shown. */
export class Screen {
  readonly #context: OffscreenCanvasRenderingContext2D;

  constructor(private readonly canvas: OffscreenCanvas) {
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true })!;
  }

  /** Shows an I420 picture. */
  show(pixels: Uint8Array<ArrayBuffer>, { width, height }: { width: number; height: number }): void {
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    const frame = new VideoFrame(pixels, {
      ...{ format: 'I420', codedWidth: width, codedHeight: height, timestamp: 0 },
      colorSpace: COLOR_SPACE,
    });
    this.#context.drawImage(frame, 0, 0);
    frame.close();
  }
}
