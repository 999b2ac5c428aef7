import { type ComponentType, type ReactNode, type SubmitEvent, useState } from 'react';
import { isList, type Json, type JsonObject, type Path, without } from '#libs/document';
import { Button } from '../../ui/button.tsx';
import { useEditor } from '../model/editor-model.ts';
import { isJsonObject } from '../../ui/json-value.ts';
import { useProperty } from '../model/use-property.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './form.module.css';
import { type Field, objectFields } from '../schema/layer-sections.ts';
import type { ObjectSchema } from '../schema/template-schema.ts';

/** The row of a field, which may have members of its own. */
type RowOf = ComponentType<{ field: Field; path: Path }>;

interface MembersProps {
  Row: RowOf;
  control: { readonly kind: 'object' | 'list' | 'map'; readonly of: string };
  path: Path;
  label: string;
}

/** The form of an object, or of each member of a list or a map, with buttons that add and remove them. */
export function MemberFields({ Row, control, path, label }: MembersProps) {
  const { schema } = useEditor();
  const { value, set, settle } = useProperty(path, `Change ${label.toLowerCase()}`);
  const of = schema.$defs[control.of];
  if (!of) return null;
  const put = (next: Json | undefined) => {
    set(next);
    settle();
  };
  if (control.kind === 'object') {
    if (value === undefined) return <AddButton label={`Add ${label.toLowerCase()}`} onAdd={() => put(fresh(of))} />;
    return <ObjectForm Row={Row} of={of} path={path} />;
  }
  if (control.kind === 'map') return <MapForm Row={Row} of={of} path={path} label={label} />;
  const members = isList(value) ? value : [];
  return (
    <div className={styles.members}>
      {members.map((_, index) => (
        <Member
          key={index}
          title={`${label} ${index + 1}`}
          onRemove={() => put(orNothing(members.toSpliced(index, 1)))}
        >
          <ObjectForm Row={Row} of={of} path={[...path, index]} />
        </Member>
      ))}
      <AddButton label={`Add to ${label.toLowerCase()}`} onAdd={() => put([...members, fresh(of)])} />
    </div>
  );
}

function MapForm({ Row, of, path, label }: { Row: RowOf; of: ObjectSchema; path: Path; label: string }) {
  const { value, set, settle } = useProperty(path, `Change ${label.toLowerCase()}`);
  const all = isJsonObject(value) ? value : {};
  const put = (next: JsonObject) => {
    set(Object.keys(next).length === 0 ? undefined : next);
    settle();
  };
  return (
    <div className={styles.members}>
      {Object.keys(all).map((key) => (
        <Member key={key} title={key} onRemove={() => put(without(all, key))}>
          <ObjectForm Row={Row} of={of} path={[...path, key]} />
        </Member>
      ))}
      <NewEntry label={label} taken={all} onName={(name) => put({ ...all, [name]: fresh(of) })} />
    </div>
  );
}

export interface NewEntryProps {
  label: string;
  /** The map, whose names are taken. */
  taken: JsonObject;
  onName: (name: string) => void;
}

/** Asks for the name of a further member. */
export function NewEntry({ label, taken, onName }: NewEntryProps) {
  const [name, setName] = useState('');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (name === '' || name in taken) return;
    onName(name);
    setName('');
  };
  return (
    <form className={styles.add} onSubmit={add}>
      <input
        className={styles.input}
        aria-label={`Name of a new entry of ${label.toLowerCase()}`}
        placeholder="name"
        pattern="[A-Za-z][A-Za-z0-9_]{0,63}"
        title="Letters, digits and _, a letter first"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="small" disabled={name === ''}>
        Add
      </Button>
    </form>
  );
}

function Member({ title, onRemove, children }: { title: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className={styles.member} role="group" aria-label={title}>
      <header>
        <h4>{title}</h4>
        <ToolButton icon="trash" label={`Remove ${title.toLowerCase()}`} onClick={onRemove} />
      </header>
      {children}
    </div>
  );
}

function ObjectForm({ Row, of, path }: { Row: RowOf; of: ObjectSchema; path: Path }) {
  return (
    <div className={styles.inner}>
      {objectFields(of.properties, of.required).map((field) => (
        <Row key={field.name} field={field} path={[...path, field.name]} />
      ))}
    </div>
  );
}

function AddButton({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button size="small" onClick={onAdd}>
      {label}
    </Button>
  );
}

function orNothing(members: readonly Json[]): readonly Json[] | undefined {
  return members.length === 0 ? undefined : members;
}

/** A new object with what it requires: the first of several choices, an empty text, the least number. */
function fresh({ required = [], properties }: ObjectSchema): JsonObject {
  return Object.fromEntries(required.map((name) => [name, firstValue(properties[name])]));
}

function firstValue(property: ObjectSchema['properties'][string] | undefined): Json {
  const choice = property?.enum?.[0] ?? property?.anyOf?.find((each) => each.enum)?.enum?.[0];
  if (choice !== undefined) return choice;
  if (property?.default !== undefined) return property.default;
  if (property?.type === 'number' || property?.type === 'integer') return property.minimum ?? 1;
  if (property?.type === 'array') return [];
  return property?.type === 'boolean' ? false : '';
}
