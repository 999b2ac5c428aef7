import { invert, type Layer, keyframesOf, layerAt, type LayerPath, type Point, sameJson } from '#libs/document';
import { gradientOf } from '../model/gradient.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf, endEdit } from '../model/editor-state.ts';
import { withCommonValue } from '../model/layers-property.ts';
import { controlOf } from '../schema/control.ts';
import { inWords } from '../schema/layer-sections.ts';
import { layerSchema, type TemplateSchema } from '../schema/template-schema.ts';
import { boxStyle } from './box-style.ts';
import { boxInFrame, mapped } from './frame-box.ts';
import { pointInFrame } from './gestures.ts';
import { GradientMarks } from './gradient-marks.tsx';
import type { MarkedPaint } from './mark-handle.tsx';
import styles from './paint-marks.module.css';
import { ShadowMarks } from './shadow-marks.tsx';

/** The gradients and the shadows of a layer on the picture, with handles for what its form has fields for. */
export function PaintMarks({ path, zoom }: { path: LayerPath; zoom: number }) {
  const { change, schema } = useEditor();
  const layer = useEditorState((state) => layerAt(documentOf(state), path));
  const box = useEditorState((state) => boxInFrame(state, path), sameJson);
  const inverse = invert(box.matrix);
  const scale = Math.hypot(box.matrix[0], box.matrix[1]) || 1;
  if (!layer || !inverse || box.size.width <= 0 || box.size.height <= 0) return null;
  const marked = (name: string, value: string): MarkedPaint => ({
    ...{ value, zoom, size: box.size, pixel: 1 / (zoom * scale), scale },
    words: `${inWords(name).toLowerCase()} of ${layer.name}`,
    put: (next) => {
      const label = `Change ${inWords(name).toLowerCase()}`;
      change((state) => withCommonValue(state, [path], { name, value: next, label }));
    },
    settle: () => change(endEdit),
    pointAt: (event): Point => mapped(inverse, pointInFrame(event, zoom)),
  });
  const { gradients, shadows } = paintsOf(layer, schema);
  return (
    <div className={styles.holder} style={boxStyle(box, zoom)}>
      {gradients.map(([name, value], index) => (
        <GradientMarks key={name} paint={marked(name, value)} index={index} />
      ))}
      {shadows.map(([name, value]) => (
        <ShadowMarks key={name} paint={marked(name, value)} />
      ))}
    </div>
  );
}

type Named = readonly [name: string, value: string];

/** The paints and shadows without keyframes, of those that the handles write as they were. */
function paintsOf(layer: Layer, schema: TemplateSchema): Record<'gradients' | 'shadows', readonly Named[]> {
  const properties = layerSchema(schema, layer.type)?.properties ?? {};
  const texts = Object.entries(layer).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && keyframesOf(layer, entry[0]).length === 0,
  );
  const ofKind = (kind: string) =>
    texts.filter(([name]) => properties[name] && controlOf(properties[name]).kind === kind);
  return { gradients: ofKind('paint').filter(([, value]) => gradientOf(value)), shadows: ofKind('shadows') };
}
