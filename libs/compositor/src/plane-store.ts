import type { Address } from './kernel.js';
import type { LayerPlanes } from './planes.js';

interface Entry {
  readonly address: Address;
  readonly bytes: number;
  readonly transient: boolean;
  readonly planes: LayerPlanes;
  /** The last use, counted in look-ups. */
  usedAt: number;
  /** The last use, counted in frames. */
  usedInFrame: number;
}

/**
 * Layer planes within a fixed budget of bytes: first fit; the least recently used are evicted first.
 *
 * Eviction costs time and changes no pixel: the painter of an evicted raster paints it again, with equal pixels.
 */
export class PlaneStore {
  readonly #entries = new Map<string, Entry>();
  /** The same, in order of their addresses. */
  #inOrder: Entry[] = [];
  #clock = 0;
  #frame = 0;

  /** @param start address of the `bytes` of memory that the store owns */
  constructor(
    private readonly start: Address,
    private readonly bytes: number,
  ) {}

  /** Bytes in use, at most the budget. */
  get usedBytes(): number {
    let sum = 0;
    for (const entry of this.#entries.values()) sum += entry.bytes;
    return sum;
  }

  /** The planes of an id, unless they were evicted. */
  get(id: string): LayerPlanes | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    entry.usedAt = ++this.#clock;
    entry.usedInFrame = this.#frame;
    return entry.planes;
  }

  /**
   * Reserves memory, and stores the planes that `load` creates there.
   *
   * Transient planes are dropped after the first frame that does not use them. Evicts the least recently used planes.
   *
   * @throws RangeError when the planes alone exceed the budget
   */
  add(
    id: string,
    { bytes: needed, transient }: { bytes: number; transient: boolean },
    load: (at: Address) => LayerPlanes,
  ): LayerPlanes {
    const bytes = Math.ceil(needed / 16) * 16;
    if (bytes > this.bytes) throw new RangeError(`a raster of ${bytes} bytes exceeds the budget of ${this.bytes}`);
    let gap = this.#findGap(bytes);
    while (!gap) {
      this.#evictOldest();
      gap = this.#findGap(bytes);
    }
    const { address, index } = gap;
    const planes = load(address);
    const entry = { address, bytes, transient, planes, usedAt: ++this.#clock, usedInFrame: this.#frame };
    this.#entries.set(id, entry);
    this.#inOrder.splice(index, 0, entry);
    return planes;
  }

  /** Ends a frame: drops transient rasters that it did not use. */
  endFrame(): void {
    for (const [id, entry] of this.#entries) {
      if (entry.transient && entry.usedInFrame !== this.#frame) this.#drop(id, entry);
    }
    this.#frame++;
  }

  /** The first free memory of a size, and the place of its entry in the order of addresses. */
  #findGap(bytes: number): { address: Address; index: number } | undefined {
    let address = this.start;
    let index = 0;
    for (const entry of this.#inOrder) {
      if (entry.address - address >= bytes) return { address, index };
      address = entry.address + entry.bytes;
      index++;
    }
    return this.start + this.bytes - address >= bytes ? { address, index } : undefined;
  }

  #drop(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#inOrder.splice(this.#inOrder.indexOf(entry), 1);
  }

  #evictOldest(): void {
    let oldest: [string, Entry] | undefined;
    for (const candidate of this.#entries) {
      if (!oldest || candidate[1].usedAt < oldest[1].usedAt) oldest = candidate;
    }
    if (oldest) this.#drop(...oldest);
  }
}
