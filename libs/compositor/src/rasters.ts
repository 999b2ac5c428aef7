import type { Address, Kernel } from './kernel.js';
import { loadPicture, type MovingPicture } from './moving-picture.js';
import { findMaskEdges, loadPictureWithAlpha, type MaskEdges } from './picture-with-alpha.js';
import { isTurned, type PlacedPlanes } from './placement.js';
import { PlaneStore } from './plane-store.js';
import {
  findOpaque,
  interleave,
  interleavedBytes,
  layerPlanesAt,
  layerBytes,
  type LayerPlanes,
  loadPixels,
} from './planes.js';
import { NOTHING } from './rect.js';
import { type BoxMask, type FilteredRaster, type Raster, type Sprite, type SpriteMask, unfiltered } from './sprite.js';
import { coverBox } from './cover-box.js';
import { filterPlanes, type RasterFilter } from './filter-planes.js';
import type { ScratchMemory } from './scratch-memory.js';

type ShownRaster = FilteredRaster & Pick<Partial<Sprite>, 'dither' | 'picture'>;

function idOf({ raster, filter, picture }: ShownRaster): string {
  return filter ? `${raster} ${picture?.id ?? ''} through ${JSON.stringify(filter)}` : raster;
}

function interleavedId(sprite: Sprite): string {
  return `${idOf(sprite)} interleaved ${sprite.picture?.id ?? ''}`;
}

function bytesOf({ width, height }: Raster): number {
  return layerBytes(width, height);
}

/** The planes of rasters. Paints those that are not in the store. */
export class Rasters {
  /** Rasters painted so far. */
  painted = 0;
  readonly #store: PlaneStore;
  /** The picture that each footage raster contains. */
  readonly #pictures = new WeakMap<LayerPlanes, string>();
  /** The same, of pictures with an alpha. */
  readonly #transparent = new WeakMap<LayerPlanes, { id: string; edges: MaskEdges }>();

  /** @param memory addresses of the plane store and of an upload buffer of UPLOAD_BYTES */
  constructor(
    private readonly kernel: Kernel,
    private readonly memory: { planes: Address; planeBytes: number; upload: Address },
    private readonly scratch: ScratchMemory,
  ) {
    this.#store = new PlaneStore(memory.planes, memory.planeBytes);
  }

  /** A raster's planes, valid until the next call. @throws RangeError for one that exceeds the whole budget */
  planesOf(raster: ShownRaster): LayerPlanes {
    if (raster.filter) return this.#filtered(raster, raster.filter);
    const planes = this.#store.get(raster.raster) ?? this.#load(raster);
    if (raster.picture?.hasAlpha) this.#showPictureWithAlpha(planes, raster.picture);
    else if (raster.picture) this.#showPicture(planes, raster.picture);
    return planes;
  }

  /** The planes of a mask; of a box only its full-size coverage is defined. @throws RangeError as {@link planesOf} does */
  maskOf(mask: SpriteMask | BoxMask): LayerPlanes {
    if (!('box' in mask)) return this.planesOf(mask);
    const { raster, width, height, transient, box } = mask;
    const bytes = layerBytes(width, height);
    return (
      this.#store.get(raster) ??
      this.#store.add(raster, { bytes, transient }, (address) => {
        const planes = layerPlanesAt(address, width, height);
        return { ...planes, opaque: coverBox(this.kernel, planes, box) };
      })
    );
  }

  /** The planes of a sprite and of its mask, valid until the next call. @throws RangeError when they do not fit together */
  ofSprite(sprite: Sprite): { planes: LayerPlanes; mask: PlacedPlanes | undefined } {
    const [id, planes] = isTurned(sprite.at)
      ? [interleavedId(sprite), this.#interleaved(sprite)]
      : [idOf(sprite), this.planesOf(sprite)];
    if (!sprite.mask) return { planes, mask: undefined };
    const mask = { planes: this.maskOf(sprite.mask), at: sprite.mask.at };
    if (this.#store.get(id) !== planes) throw new RangeError('a raster and its mask exceed the budget');
    return { planes, mask };
  }

  /** Ends a frame: drops transient rasters that it did not use. */
  endFrame(): void {
    this.#store.endFrame();
  }

  #load(raster: Raster & Pick<Partial<Sprite>, 'dither' | 'picture'>): LayerPlanes {
    const { transient } = raster;
    return this.#store.add(raster.raster, { bytes: bytesOf(raster), transient }, (address) => {
      this.painted++;
      const planes = layerPlanesAt(address, raster.width, raster.height);
      const pixels = { rgba: raster.paint(), dither: raster.dither ?? false };
      loadPixels(this.kernel, this.memory.upload, planes, pixels);
      return { ...planes, opaque: raster.picture?.hasAlpha ? NOTHING : findOpaque(this.kernel, planes) };
    });
  }

  /** Planes that are filtered for this frame. The painted ones stay for the next. */
  #filtered(raster: ShownRaster, filter: RasterFilter): LayerPlanes {
    const id = idOf(raster);
    const source = this.planesOf(unfiltered(raster));
    const known = this.#store.get(id);
    if (known) return known;
    return this.#store.add(id, { bytes: bytesOf(raster), transient: true }, (address) => {
      if (this.#store.get(raster.raster) !== source) throw new RangeError('a raster and its filter exceed the budget');
      const target = layerPlanesAt(address, raster.width, raster.height);
      return filterPlanes(this.kernel, this.scratch, { source, target }, filter);
    });
  }

  /** The planes of a turned sprite, interleaved for as many frames as it turns. */
  #interleaved(sprite: Sprite): LayerPlanes {
    const id = interleavedId(sprite);
    const known = this.#store.get(id);
    if (known) return known;
    const source = this.planesOf(sprite);
    const bytes = interleavedBytes(source.width, source.height);
    return this.#store.add(id, { bytes, transient: true }, (address) => {
      if (this.#store.get(idOf(sprite)) !== source) throw new RangeError('a turned raster exceeds the budget');
      return { ...source, interleaved: interleave(this.kernel, source, address) };
    });
  }

  #showPicture(planes: LayerPlanes, picture: MovingPicture): void {
    if (this.#pictures.get(planes) === picture.id) return;
    loadPicture({ kernel: this.kernel, upload: this.memory.upload }, planes, picture);
    this.#pictures.set(planes, picture.id);
  }

  #showPictureWithAlpha(planes: LayerPlanes, picture: MovingPicture): void {
    const shown = this.#transparent.get(planes);
    if (shown?.id === picture.id) return;
    const edges = shown?.edges ?? findMaskEdges(this.kernel, planes, picture.area);
    loadPictureWithAlpha({ kernel: this.kernel, upload: this.memory.upload }, planes, picture, edges);
    this.#transparent.set(planes, { id: picture.id, edges });
  }
}
