import { Type } from 'class-transformer';
import { ArrayMaxSize, Equals, IsArray, IsBoolean, IsOptional, ValidateNested } from 'class-validator';
import { CaptionLayer } from './caption-layer.js';
import { ChartLayer } from './chart-layer.js';
import { ImageLayer } from './image-layer.js';
import type { LayerKind } from './layer-kinds.js';
import { LayerProperties } from './layer-properties.js';
import { LottieLayer } from './lottie-layer.js';
import { MachineCodeLayer } from './machine-code-layer.js';
import { RatingLayer } from './rating-layer.js';
import { ShapeLayer } from './shape-layer.js';
import { TextLayer } from './text-layer.js';
import { VideoLayer } from './video-layer.js';

/** Per page, layers inside groups counted (API.md §3). */
export const MAX_LAYERS = 100;

/** A stack of layers, each of the class its `type` names. */
export function LayerStack(): PropertyDecorator {
  const rules = [
    IsArray(),
    ArrayMaxSize(MAX_LAYERS),
    ValidateNested({ each: true }),
    Type(() => LayerProperties, {
      discriminator: {
        property: 'type',
        subTypes: Object.entries(LAYER_CLASSES).map(([name, value]) => ({ name, value })),
      },
      keepDiscriminatorProperty: true,
    }),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

export type Layer =
  | TextLayer
  | ImageLayer
  | VideoLayer
  | ShapeLayer
  | RatingLayer
  | MachineCodeLayer
  | ChartLayer
  | CaptionLayer
  | GroupLayer
  | LottieLayer;

/** Layers that move and fade as one. Stands beside the union because each needs the other. */
export class GroupLayer extends LayerProperties {
  @Equals('group')
  type: 'group';

  layers: Layer[];

  /** Cut off what reaches over the group's box. Default false. */
  @IsOptional()
  @IsBoolean()
  clip?: boolean;
}

/** The class that declares each kind's properties. */
export const LAYER_CLASSES = {
  text: TextLayer,
  image: ImageLayer,
  video: VideoLayer,
  shape: ShapeLayer,
  rating: RatingLayer,
  machine_code: MachineCodeLayer,
  chart: ChartLayer,
  caption: CaptionLayer,
  group: GroupLayer,
  lottie: LottieLayer,
} satisfies { [Kind in LayerKind]: new () => Extract<Layer, { type: Kind }> };

// The stack's table names GroupLayer itself, so its own stack is declared once the table exists.
LayerStack()(GroupLayer.prototype, 'layers');
