import type { PropertyEdit } from '../../model/use-property.ts';
import type { Field } from '../../schema/layer-sections.ts';

/** Properties that every control of the form takes. */
export interface ControlProps {
  field: Field;
  id: string;
  property: PropertyEdit;
  isFaulty: boolean;
}
