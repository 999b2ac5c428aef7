import { Equals, IsIn, IsString, Length } from 'class-validator';
import type { FrameLength } from '#libs/document';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsFrameLength } from '../rules/is-length.js';
import { CODE_TYPES, type CodeType, codeTextFault, ERROR_CORRECTIONS, type ErrorCorrection } from '../code-text.js';
import { hasExpressions } from '../expressions/template-string.js';
import { own } from '../shape/json.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { Default, defaultValue } from '../shape/default.js';
import { ColorKeyframe, FrameLengthKeyframe, Keyframed } from '../keyframes.js';

export const MAX_CODE_CHARACTERS = 4000;

/** A QR code, bar code or other machine-readable code. */
export class MachineCodeLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('machine_code')
  type: 'machine_code';

  /** The text to encode. */
  @InEverySize()
  @Modifiable()
  @IsString()
  @Length(1, MAX_CODE_CHARACTERS)
  text: string;

  /** CSS color of the code. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsColor()
  foreground_color?: string;

  /** CSS color behind the code. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#ffffff')
  @IsString()
  @IsColor()
  background_color?: string;

  /** Pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @Default(0)
  @IsFrameLength(0, 4000)
  border_width?: FrameLength;

  /** Pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @Default(0)
  @IsFrameLength(0, 4000)
  border_radius?: FrameLength;

  /** CSS color of the border. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsColor()
  border_color?: string;

  /** The symbology of the code. */
  @InEverySize()
  @Default('qr')
  @IsIn(CODE_TYPES)
  code_type?: CodeType;

  /** For QR codes only. */
  @Default('M')
  @IsIn(ERROR_CORRECTIONS)
  error_correction?: ErrorCorrection;
}

export const MACHINE_CODE = layerKind(MachineCodeLayer, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: [],
  rules: ({ value, path }, { faults, hasVariables }) => {
    const text = own(value, 'text');
    if (typeof text !== 'string' || text.length > MAX_CODE_CHARACTERS) return;
    // A text with variables is validated for each video, when they have values.
    if (hasVariables && hasExpressions(text)) return;
    const written = (name: string): unknown => own(value, name) ?? defaultValue(MachineCodeLayer, name);
    const codeType = CODE_TYPES.find((type) => type === written('code_type'));
    const errorCorrection = ERROR_CORRECTIONS.find((level) => level === written('error_correction')) ?? 'M';
    const fault = codeType && codeTextFault(text, { codeType, errorCorrection });
    if (fault) faults.add([...path, 'text'], fault);
  },
});
