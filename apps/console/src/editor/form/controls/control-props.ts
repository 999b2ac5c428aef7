import type { PropertyEdit } from '../../editor-model.ts';
import type { Field } from '../layer-sections.ts';

/** Properties that every control of the form takes. */
export interface ControlProps {
  field: Field;
  id: string;
  property: PropertyEdit;
  isFaulty: boolean;
}
