import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MAX_PAGES } from './document.js';
import { MAX_LAYERS } from './layers/layer.js';
import { IsPaint } from './rules/is-paint.js';
import { IsWebUrl } from './rules/is-web-url.js';

/** New values for one layer's properties, as far as its kind lets callers set them. */
export class LayerModification {
  @IsString()
  @Length(1, 120)
  name: string;

  [property: string]: unknown;
}

/** New values for one page and its layers. */
export class PageModification {
  @IsInt()
  @Min(1)
  @Max(MAX_PAGES)
  number: number;

  @IsOptional()
  @IsString()
  @IsPaint()
  background_color?: string;

  @IsOptional()
  @IsString()
  @IsWebUrl()
  page_audio_url?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_LAYERS)
  @ValidateNested({ each: true })
  @Type(() => LayerModification)
  layers?: LayerModification[];
}

/** What a caller changes about a template for one video (TEMPLATE.md § Modifications). */
export class Modifications {
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_PAGES)
  @ValidateNested({ each: true })
  @Type(() => PageModification)
  pages?: PageModification[];

  /** Values for the document's variables, by name. */
  @IsOptional()
  @IsObject()
  variables?: Record<string, unknown>;
}
