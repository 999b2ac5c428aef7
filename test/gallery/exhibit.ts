/** A document that shows one thing, and when to look at it. */
export interface Exhibit {
  /** Unique, fit for a file name: `enter-slide`. */
  readonly name: string;
  /** Name of the contact sheet that shows it. */
  readonly sheet: string;
  readonly document: { readonly pages: readonly Json[]; readonly [field: string]: unknown };
  /** Seconds; `goldenMoment` is the golden one. */
  readonly moments: readonly number[];
}

/** Layers, pages and documents as an author writes them. */
export type Json = Readonly<Record<string, unknown>>;

/** Pixels of every exhibit. */
export const SIZE = { width: 320, height: 180 };

export const INK = '#14213d';
export const PAPER = '#f4efe6';
export const TEAL = '#0f766e';
export const AMBER = '#e2a03f';
export const ROSE = '#c2415b';

/** Addresses that stand for files of this project; see `render-exhibit.ts`. */
export const PHOTO_URL = 'https://gallery.example/dusk.jpg';
/** A ring and a star on nothing. */
export const LOGO_URL = 'https://gallery.example/logo.png';
export const CLIP_URL = 'https://gallery.example/clip.mp4';

export const PHOTO = { name: 'photo', type: 'image', source_url: PHOTO_URL };
export const LOGO = { name: 'logo', type: 'image', source_url: LOGO_URL };
export const SMALL_PHOTO = { ...PHOTO, x: 60, y: 25, width: 200, height: 130 };
export const CARD = {
  ...{ name: 'card', type: 'shape', x: 100, y: 50, width: 120, height: 80 },
  ...{ border_radius: 12, fill_color: TEAL },
};
export const TITLE = {
  ...{ name: 'title', type: 'text', text: 'Evening light', font_family: 'Playfair Display', weight: 700 },
  ...{ x: 20, y: 55, width: 280, height: 70, font_size: 38 },
  ...{ align: 'center', vertical_align: 'middle', text_color: INK },
};

/** A page of two seconds. */
export function page(layers: readonly Json[], more: Json = {}): Json {
  return { number: 1, duration: 2, background_color: PAPER, layers, ...more };
}

/** An exhibit of one page that is looked at once. */
export function still(sheet: string, name: string, layers: readonly Json[], more: Json = {}): Exhibit {
  return { ...moving(sheet, name, layers, [0.5]), document: { name, ...SIZE, pages: [page(layers)], ...more } };
}

/** An exhibit of one page that is looked at several times. */
export function moving(sheet: string, name: string, layers: readonly Json[], moments: readonly number[]): Exhibit {
  return { sheet, name, moments, document: { name, ...SIZE, pages: [page(layers)] } };
}

/** A layer in each cell of a grid that fills the frame, left to right, then down. */
export function grid(columns: number, rows: number, layers: readonly Json[], gap = 8): Json[] {
  const width = Math.floor((SIZE.width - gap * (columns + 1)) / columns);
  const height = Math.floor((SIZE.height - gap * (rows + 1)) / rows);
  return layers.map((layer, index) => {
    const x = gap + (index % columns) * (width + gap);
    const y = gap + Math.floor(index / columns) * (height + gap);
    return { ...layer, name: `${String(layer['name'])} ${index + 1}`, x, y, width, height };
  });
}
