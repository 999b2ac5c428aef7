import { modifiableProperties } from './modifiable.js';
import { listOf, own } from './shape/json.js';
import { propertiesOf, type Shape } from './shape/property-shape.js';

/**
 * Properties that the author of a template may open to callers by `open` of a layer, as far as the kind of the layer has
 * them.
 */
export const OPENABLE_PROPERTIES = [
  ...['left', 'right', 'top', 'bottom', 'center_x', 'center_y'],
  ...['x', 'y', 'width', 'height', 'anchor_x', 'anchor_y', 'rotation', 'scale', 'border_radius', 'padding'],
  ...['start', 'duration', 'trim_start', 'trim_end', 'speed', 'loop', 'volume', 'fade_in', 'fade_out'],
  ...['blend_mode', 'blur', 'brightness', 'contrast', 'saturation', 'hue_rotate', 'background_color'],
  ...['font_family', 'vertical_align', 'max_lines', 'text_transform', 'text_wrap'],
  ...['position', 'focus', 'image_size', 'sides', 'direction', 'thickness', 'icon', 'gap', 'rating_max'],
  ...['chart_type', 'number_format', 'show_values', 'mode', 'values'],
];

/** Names of the properties of a layer kind that only the layer's `open` lets callers set. */
export function openableProperties(shape: Shape): readonly string[] {
  const known = openable.get(shape);
  if (known) return known;
  const [declared, always] = [propertiesOf(shape), modifiableProperties(shape)];
  const names = OPENABLE_PROPERTIES.filter((name) => declared.has(name) && !always.has(name));
  openable.set(shape, names);
  return names;
}

const openable = new WeakMap<Shape, readonly string[]>();

/**
 * Names of the properties that callers may set on this layer: those of its kind, then those that it opens.
 *
 * @param shape the class of the layer's kind
 */
export function callerProperties(shape: Shape, layer: unknown): ReadonlySet<string> {
  const opened = listOf(own(layer, 'open'));
  return new Set([
    ...modifiableProperties(shape),
    ...openableProperties(shape).filter((name) => opened.includes(name)),
  ]);
}

/** The reason why callers may not set a property that {@link callerProperties} leaves out, with what can be done. */
export function closedBecause(shape: Shape, type: string, property: string): string {
  if (!openableProperties(shape).includes(property)) return `${property} cannot be set on a layer of type ${type}`;
  const how = `its author may, by "open": ["${property}"] of the layer`;
  return `${property} is not modifiable by a caller: the template does not open it; ${how}`;
}
