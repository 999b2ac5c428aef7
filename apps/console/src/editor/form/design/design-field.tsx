import { useId } from 'react';
import { inText, type LayerPath } from '#libs/document';
import { faultAt } from '../../draft/fault-at.ts';
import { useFaults } from '../../draft/draft-scope.tsx';
import { useEditor } from '../../model/editor-model.ts';
import type { Field } from '../../schema/layer-sections.ts';
import { ControlOf } from '../controls/control-of.tsx';
import form from '../form.module.css';
import styles from './design.module.css';
import { IconChoice, isIconChoice } from './icon-choice.tsx';
import { type LayersProperty, useLayersProperty } from './use-layers-property.ts';

/** Letters and signs that stand before a narrow field; its label is read to screen readers. */
const SHORT: Readonly<Record<string, string>> = {
  x: 'X',
  y: 'Y',
  width: 'W',
  height: 'H',
  rotation: '∠',
  opacity: '◐',
  border_radius: '◜',
  scale: '⤢',
  weight: ' ',
  font_size: 'Aa',
  line_height: '↕',
  tracking: '↔',
  stroke_width: '≡',
  border_width: '≡',
};

/** The names of weights, as fonts have them. */
const WEIGHTS: Readonly<Record<string, string>> = {
  ...{ 100: 'Thin', 200: 'Extra light', 300: 'Light', 400: 'Regular', 500: 'Medium' },
  ...{ 600: 'Semibold', 700: 'Bold', 800: 'Extra bold', 900: 'Black' },
};

interface DesignFieldProps {
  /** The name by which the form has the field. */
  name: string;
  field: Field;
  layers: readonly LayerPath[];
  /** Whether the field is beside another one. */
  isNarrow: boolean;
}

/** A property of the selected layers, with a diamond if it can have keyframes. */
export function DesignField({ name, field, layers, isNarrow }: DesignFieldProps) {
  const { schema } = useEditor();
  const property = useLayersProperty(layers, field);
  const faults = useFaults();
  const id = useId();
  const fault = layers.length === 1 ? faultAt(faults, [...layers[0]!, field.name]) : undefined;
  const isKeyed = schema.$defs['Keyframes']?.properties[field.name] !== undefined;
  const short = isNarrow ? SHORT[field.name] : undefined;
  const isBare = isIconChoice(name);
  return (
    <div className={styles.field} data-narrow={isNarrow} data-bare={isBare} data-keys={isKeyed && property.keys}>
      {!isBare && (
        <label className={form.label} htmlFor={id} title={`${field.label}. ${field.schema.description ?? ''}`}>
          {short && <span className={styles.short} data-short={short} />}
          <span className={short && 'visually-hidden'}>{field.label}</span>
        </label>
      )}
      <div className={styles.control}>
        {isBare ? (
          <IconChoice name={name} field={field} property={property} />
        ) : (
          <ControlOf field={shownField(field, property)} id={id} property={property} isFaulty={fault !== undefined} />
        )}
      </div>
      {isKeyed && !isBare && <Diamond label={field.label} property={property} />}
      {fault && (
        <p id={`${id}-fault`} className={form.fault}>
          {fault.message}
        </p>
      )}
    </div>
  );
}

/** The field with what its control shows while there is no value of its own. */
function shownField(field: Field, { differs, measured }: LayersProperty): Field {
  const words = field.name === 'weight' ? WEIGHTS : undefined;
  const shown = differs ? 'Mixed' : measured;
  const schema = shown === undefined ? field.schema : { ...field.schema, default: shown };
  return { ...field, schema, ...(words && { words: (option) => words[inText(option)] ?? inText(option) }) };
}

/** Empty without keyframes, outlined with some, full with one at the playhead. */
function Diamond({ label, property: { keys, toggleKey } }: { label: string; property: LayersProperty }) {
  const words =
    keys === 'here' ? `Remove the keyframe of ${label.toLowerCase()}` : `Keyframe of ${label.toLowerCase()}`;
  return (
    <button
      type="button"
      className={styles.diamond}
      aria-label={words}
      aria-pressed={keys === 'here'}
      title={words}
      data-keys={keys}
      onClick={toggleKey}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 .8 9.2 5 5 9.2.8 5z" />
      </svg>
    </button>
  );
}
