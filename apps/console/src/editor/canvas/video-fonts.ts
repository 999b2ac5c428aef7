import { useEffect } from 'react';

/** A file of a shipped family, as the server lists it (libs/frames/src/fonts/packaged-files.ts). */
interface ListedFile {
  readonly name: string;
  readonly weight: number | 'variable';
  readonly italic: boolean;
  readonly characters?: string;
}

/** Families whose files the page knows. */
const known = new Set<string>();

/** The name under which the page has a family of the video, apart from the fonts of the console. */
export function videoFamily(family: string): string {
  return `video ${family}`;
}

/** Makes a shipped family known to the page, which loads the files that a text needs. */
export function useVideoFont(family: string): void {
  useEffect(() => {
    if (known.has(family)) return;
    known.add(family);
    void addFaces(family).catch(() => known.delete(family)); // the text is then edited in a font of the console
  }, [family]);
}

async function addFaces(family: string): Promise<void> {
  const folder = family.toLowerCase().replaceAll(' ', '-');
  const response = await fetch(`/fonts/${folder}.json`);
  if (!response.ok) return; // a font of the document itself
  for (const { name, weight, italic, characters } of (await response.json()) as ListedFile[]) {
    const face = new FontFace(videoFamily(family), `url(/fonts/${folder}/${name})`, {
      weight: weight === 'variable' ? '100 900' : String(weight),
      style: italic ? 'italic' : 'normal',
      ...(characters !== undefined && characters !== 'emoji' && { unicodeRange: characters }),
    });
    document.fonts.add(face);
  }
}
