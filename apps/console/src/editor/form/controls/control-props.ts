import type { PropertyEdit } from '../../editor-model.ts';
import type { Field } from '../layer-sections.ts';

/** What every control of the form is given. */
export interface ControlProps {
  field: Field;
  id: string;
  property: PropertyEdit;
  isFaulty: boolean;
}
