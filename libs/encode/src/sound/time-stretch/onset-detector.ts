/** A sudden rise of the sound: a click, a consonant, a drum. */
export interface Onset {
  /** The frame in which the sound rises, counted from the first one received. */
  at: number;
  /** Largest energy of a block nearby; compares onsets with each other. */
  energy: number;
}

/** Frames of one block, 1 ms at 48 kHz. */
const BLOCK = 48;
/** Blocks that an onset is compared with. They last longer than a period of a low voice: its pulses are no onsets. */
const BEFORE = 25;
/** Blocks right before an onset that are not compared: a sound may take this long to rise. */
const RISING = 2;
/** Blocks after the first loud one in which the sound may still rise. */
const AFTER = 3;
/** An onset has more than this many times the energy of every block before it (6 dB). */
const RATIO = 4;
/** Energy of a block below which nothing is an onset: steps of −90 dB. */
const FLOOR = BLOCK * 1e-9;
/** The onset is the first step with at least this share of the energy of the largest step nearby. */
const STEEP = 0.5;

/**
 * Finds the onsets of stereo sound. It compares the energy of the steps between samples, which emphasizes high
 * frequencies, with the loudest block of the last 25 ms.
 */
export class OnsetDetector {
  /** Energy of the step to each frame from block `firstBlock` on. */
  private steps: number[] = [];
  /** Energy of each block from block `firstBlock` on. */
  private energies: number[] = [];
  private firstBlock = 0;
  /** The next block to judge. */
  private next = 0;
  private last: readonly [left: number, right: number] | undefined;

  /** Receives frames, left and right by turns. Returns the onsets that were found, up to 4 ms late. */
  push(frames: Float32Array): Onset[] {
    for (let index = 0; index < frames.length; index += 2) this.addStep(frames[index]!, frames[index + 1]!);
    const onsets: Onset[] = [];
    for (; this.next + AFTER < this.firstBlock + this.energies.length; this.next++) {
      const onset = this.judge(this.next - this.firstBlock);
      if (onset) onsets.push(onset);
    }
    this.forget();
    return onsets;
  }

  private addStep(left: number, right: number): void {
    const [lastLeft, lastRight] = this.last ?? [left, right];
    this.last = [left, right];
    this.steps.push((left - lastLeft) ** 2 + (right - lastRight) ** 2);
    if (this.steps.length % BLOCK === 0) this.energies.push(sum(this.steps.slice(-BLOCK)));
  }

  /** The onset in a block, an index of `energies`. */
  private judge(block: number): Onset | undefined {
    const before = this.energies.slice(Math.max(0, block - BEFORE), Math.max(1, block - RISING));
    if (this.energies[block]! <= Math.max(FLOOR, RATIO * Math.max(...before))) return undefined;
    const from = Math.max(0, block - RISING) * BLOCK;
    const nearby = this.steps.slice(from, (block + AFTER + 1) * BLOCK);
    const steepest = Math.max(...nearby);
    const at = nearby.findIndex((step) => step >= STEEP * steepest);
    const energy = Math.max(...this.energies.slice(block, block + AFTER + 1));
    return { at: this.firstBlock * BLOCK + from + at, energy };
  }

  private forget(): void {
    const blocks = this.next - this.firstBlock - BEFORE;
    if (blocks <= 0) return;
    this.energies.splice(0, blocks);
    this.steps.splice(0, blocks * BLOCK);
    this.firstBlock += blocks;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
