import { inText, type Json } from '#libs/document';
import type { IconName } from '../../../ui/icon.tsx';
import type { PropertyEdit } from '../../model/use-property.ts';
import type { Field } from '../../schema/layer-sections.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './design.module.css';

interface Option {
  readonly value: Json;
  readonly icon: IconName;
  readonly label: string;
}

/** Properties whose values are chosen by icons. A value without an icon is chosen in the form of all properties. */
const CHOICES: Readonly<Record<string, readonly Option[]>> = {
  align: [
    { value: 'left', icon: 'text-left', label: 'Align text left' },
    { value: 'center', icon: 'text-center', label: 'Center text' },
    { value: 'right', icon: 'text-right', label: 'Align text right' },
    { value: 'justify', icon: 'text-justify', label: 'Justify text' },
  ],
  vertical_align: [
    { value: 'top', icon: 'top', label: 'Text at the top' },
    { value: 'middle', icon: 'middle', label: 'Text in the middle' },
    { value: 'bottom', icon: 'bottom', label: 'Text at the bottom' },
  ],
  bold: [{ value: 700, icon: 'bold', label: 'Bold' }],
  italic: [{ value: true, icon: 'italic', label: 'Italic' }],
  underline: [{ value: true, icon: 'underline', label: 'Underline' }],
  line_through: [{ value: true, icon: 'strike', label: 'Strike through' }],
  text_transform: [{ value: 'uppercase', icon: 'uppercase', label: 'Upper case' }],
};

export function isIconChoice(name: string): boolean {
  return Object.hasOwn(CHOICES, name);
}

/** A button for each value. The pressed one clears the property. */
export function IconChoice({ name, field, property }: { name: string; field: Field; property: PropertyEdit }) {
  const shown = property.value ?? field.schema.default;
  return (
    <div className={styles.icons} role="group" aria-label={field.label}>
      {CHOICES[name]!.map(({ value, icon, label }) => (
        <ToolButton
          key={inText(value)}
          icon={icon}
          label={label}
          isPressed={shown === value}
          onClick={() => {
            property.set(property.value === value ? undefined : value);
            property.settle();
          }}
        />
      ))}
    </div>
  );
}
