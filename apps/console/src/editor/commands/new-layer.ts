import { type JsonObject, type Layer, rounded, type Size } from '#libs/document';

/** The fields of a new layer of a kind, in a parent of a size: it is seen at once and placed in the middle. */
const CONTENT: Readonly<Record<string, (parent: Size) => JsonObject>> = {
  text: (parent) => ({
    text: 'New text',
    ...middle(parent, 0.7, 0.2),
    font_size: rounded(Math.min(parent.width, parent.height) / 9, 0),
    align: 'center',
    vertical_align: 'middle',
    text_color: '#0f766e',
  }),
  shape: (parent) => ({ ...square(parent, 0.4), fill_color: '#0f766e' }),
  image: (parent) => ({ ...middle(parent, 0.5, 0.5), image_size: 'cover' }),
  video: () => ({}),
  lottie: (parent) => square(parent, 0.5),
  caption: (parent) => ({
    cues: [{ start: 0, end: 2, text: 'New caption' }],
    ...boxAt(parent, { x: 0.1, y: 0.75, width: 0.8, height: 0.2 }),
    font_size: rounded(Math.min(parent.width, parent.height) / 14, 0),
    align: 'center',
    vertical_align: 'middle',
  }),
  chart: (parent) => ({
    chart_data: [
      { label: 'A', value: 3 },
      { label: 'B', value: 5 },
      { label: 'C', value: 4 },
    ],
    ...middle(parent, 0.6, 0.6),
    fill_color: '#0f766e',
  }),
  progress: (parent) => ({ value: 0.6, ...middle(parent, 0.6, 0.04), fill_color: '#0f766e' }),
  rating: (parent) => ({ rating: 4, ...middle(parent, 0.4, 0.12) }),
  machine_code: (parent) => ({ text: 'https://example.com', ...square(parent, 0.35) }),
  group: (parent) => ({ ...middle(parent, 0.5, 0.5), layers: [] }),
};

/** A layer of `kind` for a page or group of size `parent`, with the file at `sourceUrl` if its kind shows one. */
export function newLayer(kind: string, parent: Size, sourceUrl?: string): Layer {
  const source: JsonObject = sourceUrl === undefined ? {} : { source_url: sourceUrl };
  return { name: kind.replaceAll('_', ' '), type: kind, ...source, ...CONTENT[kind]?.(parent) };
}

function middle(parent: Size, width: number, height: number) {
  return boxAt(parent, { x: (1 - width) / 2, y: (1 - height) / 2, width, height });
}

function square(parent: Size, share: number) {
  const side = share * Math.min(parent.width, parent.height);
  return middle(parent, side / parent.width, side / parent.height);
}

function boxAt(parent: Size, share: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>) {
  return {
    x: rounded(share.x * parent.width, 0),
    y: rounded(share.y * parent.height, 0),
    width: rounded(share.width * parent.width, 0),
    height: rounded(share.height * parent.height, 0),
  };
}
