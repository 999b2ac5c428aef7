import { IsString, Length as HasLength } from 'class-validator';
import type { Length } from '#libs/document';
import { MAX_VARIABLES } from '../document-limits.js';
import { HasLayersInAll } from '../layers/count-layers.js';
import { type Layer, LayerStack } from '../layers/layer.js';
import { HasMaxMembers } from '../rules/has-max-members.js';
import { IsExtent } from '../rules/is-length.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { Literal } from '../shape/literal.js';
import { RecordOf } from '../shape/record-of.js';
import { TemplateVariable } from '../template-variable.js';

/**
 * A group of layers with variables of its own. A layer of type `component` shows it. Its expressions see its variables and
 * `brand`, and nothing of the document around it.
 */
export class Component {
  /** The purpose of the component, for people. */
  @Literal()
  @Optional()
  @IsString()
  @HasLength(1, 1_000)
  description?: string | Unset;

  /** Width of a layer that shows the component and gives none. */
  @Literal()
  @Optional()
  @IsExtent()
  width?: Length | Unset;

  /** Height of a layer that shows the component and gives none. */
  @Literal()
  @Optional()
  @IsExtent()
  height?: Length | Unset;

  /** The declarations of its variables, by name. One without a default requires a value from each layer. */
  @Default({})
  @RecordOf(() => TemplateVariable)
  @HasMaxMembers(MAX_VARIABLES)
  variables?: Record<string, TemplateVariable>;

  /** The layers in paint order: the last one is on top. Their names are unique in the component. */
  @HasLayersInAll()
  @LayerStack()
  layers: Layer[];
}
