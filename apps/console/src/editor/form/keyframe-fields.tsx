import { useState } from 'react';
import {
  changedKeyframe,
  type Json,
  type KeyframeJson,
  propertiesWithKeyframes,
  keyframesOf,
  type Layer,
  layerAt,
  type LayerPath,
  rounded,
  withKeyframe,
  withoutKeyframe,
} from '#libs/document';
import { Button } from '../../ui/button.tsx';
import { documentOf, endEdit, timeOf } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { useLayerEdit } from '../model/use-layer-edit.ts';
import type { PropertyEdit } from '../model/use-property.ts';
import { ControlOf } from '../form/controls/control-of.tsx';
import styles from '../form/form.module.css';
import { type Field, inWords, layerSections, objectFields } from '../schema/layer-sections.ts';
import { ToolButton } from '../ui/tool-button.tsx';

/** The keyframes of a layer: for each its time, the value of its property, and the easing to the next one. */
export function KeyframeFields({ layer: path }: { layer: LayerPath }) {
  const { schema } = useEditor();
  const layer = useEditorState((state) => layerAt(documentOf(state), path));
  if (!layer) return null;
  const possible = Object.keys(schema.$defs['Keyframes']?.properties ?? {});
  const fields = layerSections(schema, layer.type).flatMap((section) => section.fields);
  return (
    <div className={styles.members}>
      {propertiesWithKeyframes(layer).map((name) => (
        <PropertyKeyframes
          key={name}
          layer={layer}
          path={path}
          name={name}
          field={fields.find((field) => field.name === name)}
        />
      ))}
      <NewKeyframe layer={layer} path={path} fields={fields.filter(({ name }) => possible.includes(name))} />
    </div>
  );
}

interface LayerProps {
  layer: Layer;
  path: LayerPath;
}

/** The keyframes of the property `name`, whose field the layer's kind may lack. */
function PropertyKeyframes({ layer, path, name, field }: LayerProps & { name: string; field: Field | undefined }) {
  const { change } = useEditor();
  const put = useLayerEdit(path, `Keyframes of ${layer.name}`);
  const keyframes = keyframesOf(layer, name);
  return (
    <div className={styles.member} role="group" aria-label={`Keyframes of ${inWords(name).toLowerCase()}`}>
      <h4>{inWords(name)}</h4>
      {keyframes.map((keyframe, index) => (
        <KeyframeRow
          key={index}
          property={field}
          keyframe={keyframe}
          isLast={index === keyframes.length - 1}
          onChange={(next) => put(changedKeyframe(layer, name, index, next), `keyframe ${name} ${index}`)}
          onSettle={() => change(endEdit)}
          onRemove={() => put(withoutKeyframe(layer, name, index))}
        />
      ))}
    </div>
  );
}

/** Adds a keyframe of a chosen property at the playhead. */
function NewKeyframe({ layer, path, fields }: LayerProps & { fields: readonly Field[] }) {
  const put = useLayerEdit(path, `Keyframes of ${layer.name}`);
  const [property, setProperty] = useState('');
  const start = typeof layer['start'] === 'number' ? layer['start'] : 0;
  const time = rounded(Math.max(0, useEditorState(timeOf) - start), 2);
  const add = () => {
    const field = fields.find(({ name }) => name === property);
    put(withKeyframe(layer, property, time, layer[property] ?? field?.schema.default ?? startValue(property)));
  };
  return (
    <div className={styles.add}>
      <select
        className={styles.select}
        aria-label="Property to move"
        value={property}
        onChange={(event) => setProperty(event.target.value)}
      >
        <option value="">Property</option>
        {fields.map(({ name }) => (
          <option key={name} value={name}>
            {inWords(name)}
          </option>
        ))}
      </select>
      <Button size="small" disabled={property === ''} onClick={add}>
        Add at {time} s
      </Button>
    </div>
  );
}

/** The value of a property that has neither a value nor a default. */
function startValue(property: string): Json {
  return property.endsWith('color') ? '#000000' : 0;
}

interface KeyframeRowProps {
  property: Field | undefined;
  keyframe: KeyframeJson;
  /** Whether it is the last keyframe: no easing leads on from there. */
  isLast: boolean;
  onChange: (change: Partial<KeyframeJson>) => void;
  onSettle: () => void;
  onRemove: () => void;
}

function KeyframeRow({ property, keyframe, isLast, onChange, onSettle, onRemove }: KeyframeRowProps) {
  const { schema } = useEditor();
  const [timeField, easingField] = ['time', 'easing'].map((name) =>
    objectFields(schema.$defs['NumberKeyframe']?.properties ?? {}).find((field) => field.name === name),
  );
  const part = (field: Field | undefined, name: keyof KeyframeJson) => {
    if (!field) return null;
    const edited: PropertyEdit = {
      value: keyframe[name],
      set: (value) => value !== undefined && onChange({ [name]: value }),
      settle: onSettle,
    };
    return (
      <label className={styles.row}>
        <span className={styles.label}>{name === 'value' ? 'Value' : field.label}</span>
        <ControlOf
          field={{ ...field, required: true }}
          id={`keyframe-${field.name}-${name}-${keyframe.time}`}
          property={edited}
          isFaulty={false}
        />
      </label>
    );
  };
  return (
    <div className={styles.keyframe}>
      <ToolButton icon="trash" label={`Remove keyframe at ${keyframe.time} seconds`} onClick={onRemove} />
      {part(timeField, 'time')}
      {part(property, 'value')}
      {!isLast && part(easingField, 'easing')}
    </div>
  );
}
