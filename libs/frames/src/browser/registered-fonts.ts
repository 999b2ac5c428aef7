import type { FontFacts } from '../fonts/font-facts.js';
import type { FontFile, LoadedFont } from '../fonts/font-file.js';
import { fetchFont, hashOf, readBytes } from './io.js';
import { loadFirst, loadMissing } from './loading.js';

const registered = new Map<string, LoadedFont>();
const brought = new Map<string, { content: Uint8Array<ArrayBuffer>; facts: FontFacts }>();

/** The worker's fonts. */
const faces = (globalThis as unknown as { readonly fonts: FontFaceSet }).fonts;

/**
 * Names a font and begins to load it: its facts are enough for the choice of fonts, and what was drawn without it is drawn
 * again. Fonts of the video are read first.
 */
export function registerFont(font: FontFile, isBrought: boolean): LoadedFont {
  const { file, weight } = font;
  const own = isBrought ? (brought.get(file) ?? loadFirst(file, () => readBrought(file))) : undefined;
  const facts = own?.facts ?? font.facts;
  if (!facts) throw new Error(`the server does not know the font ${file}`);
  const alias = `fw-${hashOf(new TextEncoder().encode(file))}`;
  const known = registered.get(alias);
  if (known) return known;
  loadMissing(file, async () => {
    const content = own?.content ?? (await (await fetchFont(file)).arrayBuffer());
    // A file of one weight is for all of them: no browser is to embolden it.
    const face = new FontFace(alias, content, { weight: weight === 'variable' ? '100 900' : '1 1000' });
    faces.add(await face.load());
  });
  const loaded = { alias, facts };
  registered.set(alias, loaded);
  return loaded;
}

async function readBrought(file: string): Promise<void> {
  const content = await readBytes(file);
  const { readFont } = await import('../fonts/font-facts.js');
  brought.set(file, { content, facts: readFont(content) });
}
