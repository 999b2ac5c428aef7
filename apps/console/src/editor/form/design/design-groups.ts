import { type JsonObject } from '#libs/document';

/** A line of the form: properties beside each other. A layer shows those that its kind has. */
type DesignRow = readonly string[];

export interface DesignGroup {
  readonly title: string;
  readonly rows: readonly DesignRow[];
}

/** The properties that people change most, in the order in which a designer looks for them. */
export const DESIGN_GROUPS: readonly DesignGroup[] = [
  {
    title: 'Place',
    rows: [
      ['x', 'y'],
      ['width', 'height'],
      ['rotation', 'opacity'],
      ['border_radius', 'scale'],
    ],
  },
  {
    title: 'Content',
    rows: [
      ...['source_url', 'text', 'shape', 'chart_type', 'code_type', 'form', 'icon', 'component', 'values'].map(
        (name) => [name],
      ),
      ['rating', 'rating_max'],
      ['value'],
      ['sides', 'points'],
      ['path'],
      ['direction', 'gap'],
      ['image_size', 'flip'],
      ['effect'],
    ],
  },
  {
    title: 'Type',
    rows: [
      ['font_family'],
      ['weight', 'font_size'],
      ['line_height', 'tracking'],
      ['align', 'vertical_align'],
      ['bold', 'italic', 'underline', 'line_through', 'text_transform'],
      ['fit_text'],
    ],
  },
  {
    title: 'Color',
    rows: [
      ...['fill_color', 'text_color', 'foreground_color', 'active_fill_color', 'inactive_fill_color'].map((name) => [
        name,
      ]),
      ...['track_color', 'axes_color', 'background_color'].map((name) => [name]),
      ['padding', 'background_area'],
      ['stroke_color'],
      ['stroke_width', 'stroke_style'],
      ['border_color'],
      ['border_width', 'thickness'],
      ['outline_color'],
      ['outline_width'],
    ],
  },
  {
    title: 'Effects',
    rows: [['blend_mode'], ['blur', 'brightness'], ['shape_shadow'], ['image_shadow'], ['text_shadow']],
  },
  { title: 'Motion', rows: [['start'], ['duration'], ['enter'], ['exit'], ['loop_animation']] },
  {
    title: 'Sound',
    rows: [
      ['volume', 'speed'],
      ['trim_start', 'trim_end'],
      ['mute', 'loop'],
    ],
  },
];

type Applies = (layer: JsonObject) => boolean;
const isShape =
  (...shapes: readonly string[]): Applies =>
  ({ shape = 'rectangle' }) =>
    shapes.some((each) => each === shape);
const hasStroke: Applies = ({ stroke_color, stroke_width }) => stroke_color !== undefined || stroke_width !== undefined;
const hasGround: Applies = ({ background_color }) => background_color !== undefined;

/** Fields that are shown a second time in another form: the weight as a button for bold type. */
export const SHOWN_AGAIN: Readonly<Record<string, string>> = { bold: 'weight' };

/** Properties that have an effect only beside others: their conditions. */
const CONDITIONS: Readonly<Record<string, Applies>> = {
  sides: isShape('polygon'),
  points: isShape('star'),
  path: isShape('path'),
  stroke_style: hasStroke,
  stroke_corner: hasStroke,
  background_area: hasGround,
  shadow_of: ({ shape_shadow, image_shadow }) => shape_shadow !== undefined || image_shadow !== undefined,
  blur_edge: ({ blur }) => blur !== undefined,
  thickness: ({ form }) => form === 'ring',
  error_correction: ({ code_type = 'qr' }) => code_type === 'qr',
};

/** Whether a property has an effect on a layer. One that is set is always shown, so that it can be cleared. */
export function hasEffect(name: string, layer: JsonObject): boolean {
  return layer[name] !== undefined || (CONDITIONS[name]?.(layer) ?? true);
}
