import { Equals, IsIn, IsNumber, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { LayerProperties } from './layer-properties.js';

export const MAX_CODE_CHARACTERS = 4000;

export const CODE_TYPES = [
  'qr',
  'code128',
  'ean13',
  'upca',
  'code39',
  'itf14',
  'datamatrix',
  'pdf417',
  'aztec',
] as const;
export type CodeType = (typeof CODE_TYPES)[number];

export const ERROR_CORRECTIONS = ['L', 'M', 'Q', 'H'] as const;
export type ErrorCorrection = (typeof ERROR_CORRECTIONS)[number];

export class MachineCodeLayer extends LayerProperties {
  @Equals('machine_code')
  type: 'machine_code';

  /** What the code says. */
  @Modifiable()
  @IsString()
  @Length(1, MAX_CODE_CHARACTERS)
  text: string;

  /** Default black. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  foreground_color?: string;

  /** Default white. */
  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  background_color?: string;

  /** Pixels. Default 0. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  border_width?: number;

  /** Pixels. Default 0. */
  @Modifiable()
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  border_radius?: number;

  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  border_color?: string;

  /** Default qr. */
  @IsOptional()
  @IsIn(CODE_TYPES)
  code_type?: CodeType;

  /** Of qr codes. Default M. */
  @IsOptional()
  @IsIn(ERROR_CORRECTIONS)
  error_correction?: ErrorCorrection;
}
