import { useId } from 'react';
import { type Path } from '#libs/document';
import { useProperty } from '../model/use-property.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { useFaults } from '../draft/draft-scope.tsx';
import { faultAt } from '../draft/fault-at.ts';
import { ControlOf } from './controls/control-of.tsx';
import { MemberFields } from './members.tsx';
import { ComponentValues, KeyframeFields, StyleNames, TokenFields } from './late-fields.ts';
import styles from './form.module.css';
import type { Field } from '../schema/layer-sections.ts';

/** Controls of several lines, under their label. */
const WIDE = new Set([
  'object',
  'list',
  'map',
  'values',
  'tokens',
  'several',
  'styles',
  'json',
  'paint',
  'shadows',
  'url',
]);

/** A property with its label, its control, its fault, and a button that lets the default hold again. */
export function FieldRow({ field, path }: { field: Field; path: Path }) {
  const fault = faultAt(useFaults(), path);
  const property = useProperty(path, `Change ${field.label.toLowerCase()}`);
  const id = useId();
  const { control } = field;
  const isWide = WIDE.has(control.kind) || (control.kind === 'text' && control.lines);
  const body = () => {
    if (control.kind === 'object' && control.of === 'Keyframes') return <KeyframeFields layer={path.slice(0, -1)} />;
    if (control.kind === 'object' || control.kind === 'list' || control.kind === 'map') {
      return <MemberFields Row={FieldRow} control={control} path={path} label={field.label} />;
    }
    if (control.kind === 'values') return <ComponentValues Row={FieldRow} layer={path.slice(0, -1)} />;
    if (control.kind === 'tokens') {
      return <TokenFields Row={FieldRow} member={control.member} path={path} label={field.label} />;
    }
    if (control.kind === 'styles') return <StyleNames field={field} id={id} property={property} />;
    return <ControlOf field={field} id={id} property={property} isFaulty={fault !== undefined} />;
  };
  return (
    <div className={styles.row} data-wide={isWide} data-set={property.value !== undefined}>
      <label className={styles.label} htmlFor={id} title={field.schema.description}>
        {field.label}
      </label>
      <div className={styles.control}>{body()}</div>
      {property.value !== undefined && !field.required ? (
        <ToolButton
          icon="close"
          className={styles.reset}
          label={`Clear ${field.label.toLowerCase()}`}
          onClick={() => {
            property.set(undefined);
            property.settle();
          }}
        />
      ) : (
        <span className={styles.reset} />
      )}
      {fault && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault.message}
        </p>
      )}
    </div>
  );
}
