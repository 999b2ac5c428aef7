import { useQuery } from '@tanstack/react-query';
import { type ComponentType } from 'react';
import { inText, isList, type JsonObject, objectOf, type Path, sameJson, valueAt } from '#libs/document';
import { componentQuery } from '../../api/brand.ts';
import { useEditorState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { isJsonObject } from '../../ui/json-value.ts';
import { useProperty } from '../model/use-property.ts';
import { controlOf } from '../schema/control.ts';
import type { Field } from '../schema/layer-sections.ts';
import type { PropertySchema } from '../schema/template-schema.ts';
import { variableSchema } from '../schema/variable-schema.ts';
import { SeveralControl } from './controls/control-of.tsx';
import type { ControlProps } from './controls/control-props.ts';
import styles from './form.module.css';
import { NewEntry } from './members.tsx';

/** The row of a field, which may have members of its own. */
type RowOf = ComponentType<{ field: Field; path: Path }>;

/** A field for each variable of the component that a layer shows: one of the document, else a shared one. */
export function ComponentValues({ Row, layer }: { Row: RowOf; layer: Path }) {
  const { name, own } = useEditorState((state) => {
    const document = documentOf(state);
    const component = valueAt(document, [...layer, 'component']);
    const shown = typeof component === 'string' ? component : '';
    return { name: shown, own: objectOf(valueAt(document, ['components', shown])) ?? null };
  }, sameJson);
  const [base = '', version] = name.split('@');
  const shared = useQuery({
    ...componentQuery(base, version === undefined ? undefined : Number(version)),
    enabled: !own && SHARED_NAME.test(name),
    retry: false,
  });
  const variables = objectOf((own ?? shared.data?.component)?.['variables']);
  return (
    <div className={styles.inner}>
      {Object.entries(variables ?? {}).map(([name, variable]) => (
        <Row key={name} field={fieldOf(name, objectOf(variable) ?? {})} path={[...layer, 'values', name]} />
      ))}
    </div>
  );
}

/** The name of a shared component: in its newest version, or in one. */
const SHARED_NAME = /^[A-Za-z]\w{0,63}(@[1-9]\d{0,5})?$/;

function fieldOf(name: string, variable: JsonObject): Field {
  const schema = variableSchema(variable);
  const { label } = variable;
  return {
    name,
    label: label === undefined ? name : inText(label),
    schema,
    control: controlOf(schema),
    required: false,
  };
}

/** A box to check for each style of the document. */
export function StyleNames({ property, ...props }: Omit<ControlProps, 'isFaulty'>) {
  const names = useEditorState((state) => Object.keys(objectOf(documentOf(state)['styles']) ?? {}), sameJson);
  const { value } = property;
  const chosen = isList(value) || value === undefined ? value : [value];
  return <SeveralControl {...props} property={{ ...property, value: chosen }} options={names} isFaulty={false} />;
}

interface TokenFieldsProps {
  Row: RowOf;
  member: PropertySchema;
  path: Path;
  label: string;
}

/** A field for each token of a kind, and one that adds another. */
export function TokenFields({ Row, member, path, label }: TokenFieldsProps) {
  const { value, set, settle } = useProperty(path, `Change ${label.toLowerCase()}`);
  const all = isJsonObject(value) ? value : {};
  const field = (name: string): Field => {
    return { name, label: name, schema: member, control: controlOf(member), required: false };
  };
  return (
    <div className={styles.members}>
      {Object.keys(all).map((name) => (
        <Row key={name} field={field(name)} path={[...path, name]} />
      ))}
      <NewEntry
        label={label}
        taken={all}
        onName={(name) => {
          set({ ...all, [name]: member.examples?.[0] ?? 'Inter' });
          settle();
        }}
      />
    </div>
  );
}
