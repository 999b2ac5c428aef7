/** The part of a stereo stream that is still needed: frames are left and right by turns. Outside of it is silence. */
export class FrameWindow {
  private samples = new Float32Array(1 << 16);
  private from = 0;
  private count = 0;

  /** Frames received. */
  get end(): number {
    return this.from + this.count;
  }

  push(frames: Float32Array): void {
    const needed = 2 * this.count + frames.length;
    if (needed > this.samples.length) {
      const larger = new Float32Array(2 * needed);
      larger.set(this.samples.subarray(0, 2 * this.count));
      this.samples = larger;
    }
    this.samples.set(frames, 2 * this.count);
    this.count += frames.length / 2;
  }

  /** Frames `[from, from + length)`. */
  read(from: number, length: number): Float32Array {
    const result = new Float32Array(2 * length);
    const [first, last] = [Math.max(from, this.from), Math.min(from + length, this.end)];
    if (first >= last) return result;
    result.set(this.samples.subarray(2 * (first - this.from), 2 * (last - this.from)), 2 * (first - from));
    return result;
  }

  /** The mean of both sides of frames `[from, from + length)`. */
  readMono(from: number, length: number): Float32Array {
    const frames = this.read(from, length);
    return Float32Array.from({ length }, (_, index) => (frames[2 * index]! + frames[2 * index + 1]!) / 2);
  }

  /** Forgets frames before `from`. Moves the rest only if that frees half of the memory. */
  forgetBefore(from: number): void {
    const gone = Math.min(this.count, from - this.from);
    if (gone < this.samples.length / 4) return;
    this.samples.copyWithin(0, 2 * gone, 2 * this.count);
    this.from += gone;
    this.count -= gone;
  }
}
