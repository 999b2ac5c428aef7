import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type JsonObject, layerAt, type LayerPath, type Point, sameJson, type Size, withValue } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, edit, type EditorState, endEdit } from '../model/editor-state.ts';
import { arrowWay } from '../ui/arrow-way.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { aboutMiddle, withShown } from './box-drags.ts';
import { boxStyle } from './box-style.ts';
import { boxInFrame, shownBox } from './frame-box.ts';
import { draggedFocus, mirrored, pictureInBox } from './picture-in-box.ts';
import styles from './stage.module.css';
import { WHEEL } from './use-zoom.ts';

/** The longest side that the wheel gives a box, px. */
const LONGEST_PX = 16_384;

/**
 * A picture or a clip that is moved inside its box, by dragging and by arrow keys: so its focus is set. The wheel scales it
 * with its box: a document says what a box shows of a picture by the size of the box alone.
 */
export function FocusInPlace({ path, zoom, onEnd }: { path: LayerPath; zoom: number; onEnd: () => void }) {
  const { change, store } = useEditor();
  const layer = useEditorState((state) => layerAt(documentOf(state), path)!);
  const box = useEditorState((state) => boxInFrame(state, path), sameJson);
  const picture = useSizeOfFile(layer['source_url'], layer.type) ?? box.size;
  const shown = mirrored(layer, box.size, pictureInBox(layer, box.size, picture));
  const scale = Math.hypot(box.matrix[0], box.matrix[1]) || 1;
  const angle = Math.atan2(box.matrix[1], box.matrix[0]);
  const put = (from: EditorState, way: Point, gesture: string) => {
    const before = layerAt(documentOf(from), path)!;
    const focus = draggedFocus(before, box.size, picture, way);
    change((state) => {
      const document = withValue(documentOf(state), [...path, 'focus'], focus);
      return edit(state, { document, label: `Move ${layer.name} in its box`, gesture });
    });
  };
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  useOwnWheel(element, (factor) => {
    change((state) => {
      const document = withBoxScaled(state, path, factor);
      return edit(state, { document, label: `Scale ${layer.name}`, gesture: 'scale by wheel' });
    });
  });
  const drag = (event: PointerEvent) => {
    event.stopPropagation();
    const from = store.value();
    const gesture = `focus ${event.timeStamp}`;
    followPointer(event, {
      onMove: (by) => put(from, inBox(by, angle, zoom * scale), gesture),
      onEnd: () => change(endEdit),
    });
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
    const way = arrowWay(event);
    if (!way) return;
    event.preventDefault();
    put(store.value(), way, 'focus by keys');
  };
  return (
    <div
      className={styles.cropping}
      style={boxStyle(box, zoom)}
      role="group"
      tabIndex={0}
      aria-label={`${layer.name} in its box: drag it, or move it by arrow keys`}
      data-own-keys
      ref={element}
      onPointerDown={drag}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={press}
      onBlur={() => {
        change(endEdit);
        onEnd();
      }}
    >
      <span
        className={styles.whole}
        style={{
          ...{ left: shown.x * zoom, top: shown.y * zoom },
          ...{ width: shown.width * zoom, height: shown.height * zoom },
        }}
      />
    </div>
  );
}

/** Calls `onScale` when the wheel is turned over an element without Ctrl, which scales the whole view. */
function useOwnWheel(ref: RefObject<HTMLElement | null>, onScale: (factor: number) => void): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onScale(Math.exp(-event.deltaY * WHEEL));
  });
  useEffect(() => {
    const element = ref.current;
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listener, { passive: false }); // the view would scroll
    return () => element?.removeEventListener('wheel', listener);
  }, [ref]);
}

/** The document with a layer's box scaled about its middle. No side gets shorter than a pixel or longer than any frame. */
function withBoxScaled(state: EditorState, path: LayerPath, factor: number): JsonObject {
  const shown = shownBox(state, path);
  const [short, long] = [Math.min(shown.width, shown.height), Math.max(shown.width, shown.height)];
  const kept = Math.min(LONGEST_PX / long, Math.max(1 / short, factor));
  const wanted = aboutMiddle({ ...shown, width: shown.width * kept, height: shown.height * kept }, shown);
  return withShown(state, documentOf(state), path, wanted);
}

/** A way of the pointer in the pixels of a box that is turned and scaled. */
function inBox({ x, y }: Point, angle: number, scale: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: (x * cos + y * sin) / scale, y: (y * cos - x * sin) / scale };
}

/** The size of a picture or clip; undefined until it is known, and for one that this browser cannot read. */
function useSizeOfFile(url: unknown, kind: string): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    if (typeof url !== 'string') return;
    const file = kind === 'video' ? document.createElement('video') : new Image();
    const take = () => {
      const [width, height] =
        file instanceof HTMLVideoElement
          ? [file.videoWidth, file.videoHeight]
          : [file.naturalWidth, file.naturalHeight];
      if (width > 0 && height > 0) setSize({ width, height });
    };
    file.addEventListener(file instanceof HTMLVideoElement ? 'loadedmetadata' : 'load', take);
    file.src = url;
    return () => file.removeAttribute('src');
  }, [url, kind]);
  return size;
}
