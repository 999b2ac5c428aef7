import { namesOnPage, objectOf, pagePathOf, rounded, sameJson, valueAt } from '#libs/document';
import { useEditorState } from '../../model/editor-model.ts';
import { documentOf, foundSecondsOf } from '../../model/editor-state.ts';
import type { TimeReference } from '../../schema/control.ts';
import { inWords } from '../../schema/layer-sections.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';
import { NumberControl } from './number-control.tsx';
import { inMode, modeOf, SECONDS, type TimeOptions } from './time-value.ts';

interface TimeControlProps extends ControlProps {
  control: TimeOptions;
}

/** Names of the modes of a time. */
const MODE_LABELS: Readonly<Record<string, string>> = {
  after: 'After a layer',
  with: 'With a layer',
  as: 'As long as a layer',
  until: 'Until a layer ends',
};

/** Seconds, or the way in which a time follows from the content or from another layer, with that layer and its offset. */
export function TimeControl(props: TimeControlProps) {
  const { control, field, property } = props;
  const layers = useOtherLayers(props);
  const mode = modeOf(property.value, control);
  const found = useFoundSeconds(props);
  const reference = control.references.find(({ name }) => name === mode);
  const names = control.references.map(({ name }) => name);
  return (
    <div className={styles.time}>
      <select
        className={styles.select}
        aria-label={`Kind of ${field.label.toLowerCase()}`}
        value={mode}
        onChange={({ target }) => {
          const change = { value: property.value, mode: target.value, layers, required: field.required };
          property.set(inMode(change, control));
          property.settle();
        }}
      >
        {[SECONDS, ...control.words, ...names].map((each) => (
          <option key={each} value={each} disabled={names.includes(each) && layers.length === 0}>
            {MODE_LABELS[each] ?? inWords(each)}
          </option>
        ))}
      </select>
      {mode === SECONDS && <NumberControl {...props} range={control.range} isLength={false} />}
      {mode !== SECONDS && found !== undefined && <span className={styles.found}>{rounded(found, 1)} s</span>}
      {reference && <ReferenceControl {...props} reference={reference} layers={layers} />}
    </div>
  );
}

interface ReferenceControlProps extends ControlProps {
  reference: TimeReference;
  layers: readonly string[];
}

/** The layer to which a time refers, and the seconds by which it is later. */
function ReferenceControl({ reference: { name, offset }, layers, ...props }: ReferenceControlProps) {
  const { field, id, property, isFaulty } = props;
  const value = objectOf(property.value) ?? {};
  const layer = typeof value[name] === 'string' ? value[name] : '';
  const { offset: seconds, ...rest } = value;
  const offsetField = { ...field, label: 'Offset', schema: { default: 0 }, required: false };
  const ofOffset = {
    value: seconds,
    set: (next: typeof seconds) => property.set(next === undefined ? rest : { ...rest, offset: next }),
    settle: property.settle,
  };
  return (
    <>
      <select
        id={id}
        className={styles.select}
        value={layer}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-fault`}
        onChange={({ target }) => {
          property.set({ ...value, [name]: target.value });
          property.settle();
        }}
      >
        {[...new Set([layer, ...layers])].map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      {offset && (
        <>
          <label className={styles.label} htmlFor={`${id}-offset`}>
            Offset
          </label>
          <NumberControl
            field={offsetField}
            id={`${id}-offset`}
            property={ofOffset}
            isFaulty={false}
            range={offset}
            isLength={false}
          />
        </>
      )}
    </>
  );
}

/** Seconds that the preview has found for a duration. */
function useFoundSeconds({ property: { path = [] } }: ControlProps): number | undefined {
  const [holder, name] = [path.slice(0, -1), path.at(-1)];
  return useEditorState((state) => (name === 'duration' ? foundSecondsOf(state, holder) : undefined));
}

/** Names of the other layers of the page; of all of them for a time of the page itself. */
function useOtherLayers({ property: { path = [] } }: ControlProps): readonly string[] {
  return useEditorState((state) => {
    const document = documentOf(state);
    const own = valueAt(document, [...path.slice(0, -1), 'name']);
    return path[0] === 'pages' ? [...namesOnPage(document, pagePathOf(path))].filter((name) => name !== own) : [];
  }, sameJson);
}
