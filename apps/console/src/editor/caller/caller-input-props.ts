import type { Json } from '#libs/document';
import type { TemplateField } from '../../api/template-fields.ts';

export interface CallerInputProps {
  field: TemplateField;
  value: Json | undefined;
  /** Called with the value, or with undefined for that of the template. */
  onValue: (value: Json | undefined) => void;
}
