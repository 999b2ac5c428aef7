import { useLayoutEffect, useRef } from 'react';
import { type JsonObject, layerAt, type LayerPath } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { clipAddress, type Strip } from '../model/strips.ts';
import { stripTiles } from './strip-tiles.ts';
import styles from './timeline.module.css';

/** Height of a bar, and the most pixels that its canvas has in a row. */
const HEIGHT_PX = 18;
const MAX_PX = 8_192;

interface FootageStripProps {
  path: LayerPath;
  /** Pixels of the bar, and of a second. */
  width: number;
  scale: number;
}

/** Small pictures of a clip along the bar of its layer; nothing for other layers, and until they are decoded. */
export function FootageStrip({ path, width, scale }: FootageStripProps) {
  const { alone } = useEditor();
  const layer = useEditorState((state) => layerAt(documentOf(state), path));
  const strip = useEditorState((state) => {
    const address = clipAddress(documentOf(state), layerAt(documentOf(state), path), alone?.files);
    return address === undefined ? undefined : state.strips.get(address);
  });
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current && strip && layer) paint(canvas.current, { strip, layer, width, scale });
  }, [strip, layer, width, scale]);
  return (
    strip && <canvas ref={canvas} className={styles.strip} data-pictures={strip.pictures.length} aria-hidden="true" />
  );
}

interface Painted extends Pick<FootageStripProps, 'width' | 'scale'> {
  strip: Strip;
  layer: JsonObject;
}

function paint(canvas: HTMLCanvasElement, { strip, layer, width, scale }: Painted): void {
  const { durationS, pictures } = strip;
  const [first] = pictures;
  const context = canvas.getContext('2d');
  if (!first || !context) return;
  const density = Math.min(window.devicePixelRatio, MAX_PX / width);
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.round(HEIGHT_PX * window.devicePixelRatio);
  context.imageSmoothingQuality = 'high';
  const tileWidth = (HEIGHT_PX * first.width) / first.height;
  for (const tile of stripTiles(layer, { durationS, count: pictures.length }, { width, tileWidth, scale })) {
    const picture = pictures[tile.index];
    if (!(picture instanceof ImageBitmap)) continue;
    context.drawImage(picture, tile.x * density, 0, tile.width * density, canvas.height);
  }
}
