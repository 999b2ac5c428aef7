import { useState } from 'react';
import {
  changedKeyframe,
  type Json,
  type JsonObject,
  type Keyframe,
  keyframedProperties,
  keyframesOf,
  layerAt,
  type LayerPath,
  rounded,
  withKeyframe,
  withoutKeyframe,
  withValue,
} from '#libs/document';
import { Button } from '../../ui/button.tsx';
import { documentOf, edit, endEdit, timeOf } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import type { PropertyEdit } from '../model/use-property.ts';
import { ControlOf } from '../form/controls/control-of.tsx';
import styles from '../form/form.module.css';
import { type Field, inWords, layerSections, objectFields } from '../schema/layer-sections.ts';
import { ToolButton } from '../ui/tool-button.tsx';

/** The keyframes of a layer: when a property has which value, and the curve of the way to the next one. */
export function KeyframeFields({ layer: path }: { layer: LayerPath }) {
  const { change, schema } = useEditor();
  const layer = useEditorState((state) => layerAt(documentOf(state), path));
  const time = useEditorState(timeOf);
  const [property, setProperty] = useState('');
  if (!layer) return null;
  const possible = Object.keys(schema.$defs['Keyframes']?.properties ?? {});
  const fields = layerSections(schema, layer.type).flatMap((section) => section.fields);
  const names = fields.map(({ name }) => name).filter((name) => possible.includes(name));
  const start = typeof layer['start'] === 'number' ? layer['start'] : 0;
  const put = (changed: JsonObject, gesture?: string) =>
    change((state) => {
      const next = edit(state, {
        document: withValue(documentOf(state), path, changed),
        label: `Keyframes of ${layer.name}`,
        ...(gesture !== undefined && { gesture }),
      });
      return gesture === undefined ? endEdit(next) : next;
    });
  const add = () => {
    const field = fields.find(({ name }) => name === property);
    const value = layer[property] ?? field?.schema.default ?? startValue(property);
    put(withKeyframe(layer, property, Math.max(0, rounded(time - start, 2)), value));
  };
  return (
    <div className={styles.members}>
      {keyframedProperties(layer).map((name) => (
        <div
          key={name}
          className={styles.member}
          role="group"
          aria-label={`Keyframes of ${inWords(name).toLowerCase()}`}
        >
          <h4>{inWords(name)}</h4>
          {keyframesOf(layer, name).map((keyframe, index) => (
            <KeyframeRow
              key={index}
              property={fields.find((field) => field.name === name)}
              keyframe={keyframe}
              isLast={index === keyframesOf(layer, name).length - 1}
              onChange={(next) => put(changedKeyframe(layer, name, index, next), `keyframe ${name} ${index}`)}
              onSettle={() => change(endEdit)}
              onRemove={() => put(withoutKeyframe(layer, name, index))}
            />
          ))}
        </div>
      ))}
      <div className={styles.add}>
        <select
          className={styles.select}
          aria-label="Property to move"
          value={property}
          onChange={(event) => setProperty(event.target.value)}
        >
          <option value="">Property</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {inWords(name)}
            </option>
          ))}
        </select>
        <Button size="small" disabled={property === ''} onClick={add}>
          Add at {rounded(Math.max(0, time - start), 2)} s
        </Button>
      </div>
    </div>
  );
}

/** The value of a property that has neither a value nor a default. */
function startValue(property: string): Json {
  return property.endsWith('color') ? '#000000' : 0;
}

interface KeyframeRowProps {
  property: Field | undefined;
  keyframe: Keyframe;
  /** Whether it is the last keyframe: no easing leads on from there. */
  isLast: boolean;
  onChange: (change: Partial<Keyframe>) => void;
  onSettle: () => void;
  onRemove: () => void;
}

function KeyframeRow({ property, keyframe, isLast, onChange, onSettle, onRemove }: KeyframeRowProps) {
  const { schema } = useEditor();
  const [timeField, easingField] = ['time', 'easing'].map((name) =>
    objectFields(schema.$defs['NumberKeyframe']?.properties ?? {}).find((field) => field.name === name),
  );
  const part = (field: Field | undefined, name: keyof Keyframe) => {
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
