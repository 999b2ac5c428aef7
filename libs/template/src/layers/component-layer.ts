import { Equals, IsBoolean, IsString } from 'class-validator';
import { MAX_VARIABLES } from '../document-limits.js';
import { HasMaxMembers } from '../rules/has-max-members.js';
import { HoldsVariableValues } from '../rules/holds-variable-values.js';
import { HasAutoSize } from '../rules/is-length.js';
import { IsComponentName } from '../rules/is-component-name.js';
import { Default } from '../shape/default.js';
import { Literal } from '../shape/literal.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';

/** A component with values of its own: a group whose layers are those of the component. */
@HasAutoSize()
export class ComponentLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('component')
  type: 'component';

  /**
   * The name of a component of the document, or else of a shared component of the organization in its newest version;
   * `card@3`: version 3 of a shared one.
   */
  @InEverySize()
  @Literal()
  @IsString()
  @IsComponentName()
  component: string;

  /**
   * Values for the variables of the component, by name. A string may be an expression, which sees what the expressions of
   * other layers at this place see.
   */
  @InEverySize()
  @Default({})
  @HoldsVariableValues()
  @HasMaxMembers(MAX_VARIABLES)
  values?: Record<string, unknown>;

  /** Hides the parts of layers outside the box. */
  @Default(false)
  @IsBoolean()
  clip?: boolean;
}

export const COMPONENT = layerKind(ComponentLayer, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: ['component', 'values', 'clip'],
});
