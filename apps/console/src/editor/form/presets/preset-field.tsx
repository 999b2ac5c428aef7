import { useId } from 'react';
import { isLayerKind, type JsonObject, layerAt, objectOf, type Path } from '#libs/document';
import { classes } from '../../../ui/classes.ts';
import { Popover } from '../../../ui/popover.tsx';
import { useEditor, useEditorState } from '../../model/editor-model.ts';
import { documentOf } from '../../model/editor-state.ts';
import { useProperty } from '../../model/use-property.ts';
import { type Field, inWords, objectFields } from '../../schema/layer-sections.ts';
import { FieldRow } from '../field-row.tsx';
import form from '../form.module.css';
import { type MotionPlace, motionsFor } from './motion-presets.ts';
import styles from './presets.module.css';
import thumbs from './thumbs.module.css';

/** Members of a motion that are edited beside its name; the others are in the form of all properties. */
const SHOWN = new Set(['duration', 'easing', 'direction']);
const ROOM = { width: 300, height: 330 };

interface PresetFieldProps {
  field: Field;
  path: Path;
  place: MotionPlace;
}

/** A motion, chosen by pictures that move as it does, with its duration, easing and direction. */
export function PresetField({ field, path, place }: PresetFieldProps) {
  const { schema } = useEditor();
  const id = useId();
  const { value, set, settle } = useProperty(path, `Change ${field.label.toLowerCase()}`);
  const kind = useEditorState((state) => layerAt(documentOf(state), path.slice(0, -1))?.type);
  const motion = objectOf(value);
  const type = typeof motion?.['type'] === 'string' ? motion['type'] : undefined;
  const of = schema.$defs[place === 'transition' ? 'Transition' : 'Animation'];
  if (!of) return null;
  const types = (of.properties['type']?.enum ?? []).filter((each) => typeof each === 'string');
  const offered = motionsFor(types, { place, kind: isLayerKind(kind) ? kind : undefined, set: type });
  const put = (next: JsonObject | undefined) => {
    set(next);
    settle();
  };
  return (
    <div className={styles.preset}>
      <div className={styles.line}>
        <span id={id} className={form.label}>
          {field.label}
        </span>
        <Popover
          label={`${field.label}: ${type === undefined ? 'none' : inWords(type)}`}
          className={styles.chosen}
          face={
            <>
              {type !== undefined && <Thumb type={type} place={place} />}
              {type === undefined ? 'None' : inWords(type)}
            </>
          }
          room={ROOM}
        >
          {(close) => (
            <div className={styles.grid} role="group" aria-labelledby={id}>
              {[undefined, ...offered].map((each) => (
                <button
                  key={each ?? 'none'}
                  type="button"
                  className={styles.option}
                  aria-pressed={each === type}
                  onClick={() => {
                    put(each === undefined ? undefined : { ...motion, type: each });
                    close();
                  }}
                >
                  <Thumb type={each} place={place} />
                  {each === undefined ? 'None' : inWords(each)}
                </button>
              ))}
            </div>
          )}
        </Popover>
      </div>
      {motion && (
        <div className={styles.members}>
          {objectFields(of.properties, of.required)
            .filter(({ name }) => SHOWN.has(name))
            .map((member) => (
              <FieldRow key={member.name} field={member} path={[...path, member.name]} />
            ))}
        </div>
      )}
    </div>
  );
}

/** A small scene that moves as the motion does. */
function Thumb({ type, place }: { type: string | undefined; place: MotionPlace }) {
  return (
    <span className={styles.thumb} data-place={place} aria-hidden="true">
      {place === 'transition' && <span className={classes(styles.page, styles.before)} />}
      {type !== undefined && (
        <span
          className={classes(place === 'transition' ? styles.page : styles.box, thumbs[type])}
          data-place={place}
          data-moves
        />
      )}
    </span>
  );
}
