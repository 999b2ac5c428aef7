import { lazy, Suspense } from 'react';
import { layerAt, type LayerPath, parentSize, type Rect, sameJson, samePath } from '#libs/document';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, type EditorState } from '../model/editor-state.ts';
import { latePart } from '../../ui/late-part.tsx';
import { type Store, useStored } from '../../ui/store.ts';
import { boxStyle } from './box-style.ts';
import { parentMatrix } from './frame-box.ts';
import type { GestureLines, Gestures } from './gestures.ts';
import { CommonFrame, SelectionFrame } from './selection-frame.tsx';
import styles from './stage.module.css';

/** Loaded for the first layer with a gradient or a shadow; without a connection the form alone changes them. */
const PaintMarks = lazy(async () => {
  const part = await import('./paint-marks.tsx').catch(() => undefined);
  return { default: part?.PaintMarks ?? (() => null) };
});

const inPlace = () => import('./in-place.ts');
const FocusInPlace = latePart(async () => (await inPlace()).FocusInPlace);
const MotionMarks = latePart(async () => (await inPlace()).MotionMarks);
const TextInPlace = latePart(async () => (await inPlace()).TextInPlace);

interface MarksProps {
  zoom: number;
  gestures: Gestures;
  lines: Store<GestureLines>;
  /** The layer whose content is being edited in its place. */
  writing: LayerPath | undefined;
  onWritten: (writing: undefined) => void;
}

/** The marks over the picture: frames of the selection and the way that it moves, lines of a gesture, a text that is being written. */
export function Marks({ zoom, gestures, lines, writing, onWritten }: MarksProps) {
  const { canWrite } = useEditor();
  const selection = useEditorState((state) => (state.isPlaying ? [] : state.selection), sameJson);
  const isWriting = writing !== undefined && selection.some((path) => samePath(path, writing));
  return (
    <div className={styles.marks}>
      {selection.map((path) => (
        <SelectionFrame
          key={path.join('.')}
          path={path}
          zoom={zoom}
          hasHandles={canWrite && selection.length === 1 && !writing}
          onHandle={gestures.onHandle}
          onTurn={gestures.onTurn}
        />
      ))}
      {canWrite && selection.length > 1 && (
        <CommonFrame zoom={zoom} onHandle={gestures.onHandle} onTurn={gestures.onTurn} />
      )}
      {canWrite && !writing && selection.length === 1 && <MotionMarks path={selection[0]!} zoom={zoom} />}
      {canWrite && !writing && selection.length === 1 && <Paints path={selection[0]!} zoom={zoom} />}
      <Lines lines={lines} zoom={zoom} />
      {isWriting && <InPlace path={writing} zoom={zoom} onEnd={() => onWritten(undefined)} />}
    </div>
  );
}

/** The gradients and the shadows of a layer that has any. */
function Paints(props: { path: LayerPath; zoom: number }) {
  const hasAny = useEditorState((state) =>
    Object.entries(layerAt(documentOf(state), props.path) ?? {}).some(
      ([name, value]) => typeof value === 'string' && (name.endsWith('_shadow') || value.includes('-gradient(')),
    ),
  );
  return <Suspense>{hasAny && <PaintMarks {...props} />}</Suspense>;
}

/** The text of a layer, or the part of a picture or clip that its box shows. */
function InPlace(props: { path: LayerPath; zoom: number; onEnd: () => void }) {
  const isText = useEditorState((state) => layerAt(documentOf(state), props.path)?.type === 'text');
  return isText ? <TextInPlace {...props} /> : <FocusInPlace {...props} />;
}

/** Lines to which the selection has snapped, and the rectangle that is drawn beside layers. */
function Lines({ lines, zoom }: { lines: Store<GestureLines>; zoom: number }) {
  const { guides, band } = useStored(lines, (each) => each);
  const parent = useEditorState(parentOfSelection, sameJson);
  return (
    <>
      {parent && guides.length > 0 && (
        <div className={styles.holder} style={boxStyle(parent, zoom)}>
          {guides.map(({ axis, at }) => (
            <span
              key={axis}
              className={styles.guide}
              data-axis={axis}
              style={axis === 'x' ? { left: at * zoom } : { top: at * zoom }}
            />
          ))}
        </div>
      )}
      {band && <div className={styles.band} style={boxOnScreen(band, zoom)} />}
    </>
  );
}

/** The parent of the selection. Guides are placed from its corner, along its sides. */
function parentOfSelection(state: EditorState) {
  const [path] = state.selection;
  return path ? { size: parentSize(documentOf(state), path), matrix: parentMatrix(state, path) } : null;
}

function boxOnScreen({ x, y, width, height }: Rect, zoom: number) {
  return { left: x * zoom, top: y * zoom, width: width * zoom, height: height * zoom };
}
