import { type JsonObject, pagesOf, walkLayers } from '#libs/document';
import type { Preview } from '#libs/preview';
import { clipAddress, type Strip, type Strips } from '../model/strips.ts';

/** Most clips with pictures in the timeline. */
const MAX_STRIPS = 12;

/** Keeps small pictures of the clips of a document, each decoded once for as long as the document has it. */
export class FootageStrips {
  /** Undefined while they come, and for a clip that cannot be decoded. */
  readonly #known = new Map<string, Strip | undefined>();

  constructor(private readonly files: string | undefined) {}

  /** Reports the pictures of the clips of a document: those that are known, and again with each one that comes. */
  async follow(preview: Preview, document: JsonObject, onStrips: (strips: Strips) => void): Promise<void> {
    const clips = new Set(this.#clipsOf(document));
    for (const clip of this.#known.keys()) if (!clips.has(clip)) this.#known.delete(clip);
    onStrips(this.#strips());
    for (const clip of [...clips].slice(0, MAX_STRIPS)) {
      if (this.#known.has(clip)) continue;
      this.#known.set(clip, undefined);
      const strip = await preview.strip(clip).catch(() => undefined);
      if (!strip || !this.#known.has(clip)) continue;
      this.#known.set(clip, strip);
      onStrips(this.#strips());
    }
  }

  #clipsOf(document: JsonObject): string[] {
    const layers = pagesOf(document).flatMap((page, index) => [...walkLayers(page, ['pages', index])]);
    return layers.flatMap(({ layer }) => clipAddress(document, layer, this.files) ?? []);
  }

  #strips(): Strips {
    return new Map([...this.#known].filter((entry): entry is [string, Strip] => entry[1] !== undefined));
  }
}
