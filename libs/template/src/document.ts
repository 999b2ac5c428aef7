import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsPositive,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { MAX_VIDEO_S, SAFE_AREAS, type SafeAreaName } from '#libs/document';
import { MAX_COMPONENTS, MAX_PAGES, MAX_SIZES, MAX_STYLES, MAX_TRIM_S, MAX_VARIABLES } from './document-limits.js';
import { HasLayersInPages } from './layers/count-layers.js';
import { FONT_WEIGHTS, type FontWeight } from './layers/text-layer.js';
import { TemplatePage } from './page.js';
import { HasMaxMembers } from './rules/has-max-members.js';
import { RecordOf } from './shape/record-of.js';
import { IsColor } from './rules/is-color.js';
import { IsFrameSide } from './rules/is-frame-side.js';
import { IsLocale } from './rules/is-locale.js';
import { IsExpression } from './expressions/is-expression.js';
import { IsWebUrl } from './rules/is-web-url.js';
import { Default, Optional, type Unset } from './shape/default.js';
import { Literal } from './shape/literal.js';
import { Nested } from './shape/nested.js';
import { TemplateVariable } from './template-variable.js';
import { IsDuration } from './rules/is-time.js';
import { Brand } from './reuse/brand.js';
import { Component } from './reuse/component.js';
import { COMPONENT_NAMES } from './rules/is-component-name.js';
import { LayerStyle } from './layers/layer-style.js';

/** Names of safe areas. */
const SAFE_AREA_NAMES = ['none', ...(Object.keys(SAFE_AREAS) as SafeAreaName[])] as const;

/** A font file that the document provides. */
export class TemplateFont {
  /** The name that `font_family` of a layer uses. */
  @IsString()
  @Length(1, 120)
  family: string;

  /** URL of a TrueType, OpenType, WOFF or WOFF2 file. */
  @IsString()
  @IsWebUrl()
  source_url: string;

  /** The weight that the file is used for. */
  @Default(400)
  @IsIn(FONT_WEIGHTS)
  weight?: FontWeight;

  /** Whether the file is used for italic text. */
  @Default(false)
  @IsBoolean()
  italic?: boolean;
}

/** A further size of the document's frames. */
export class TemplateSize {
  /** Pixels, even. */
  @IsFrameSide()
  width: number;

  /** Pixels, even. */
  @IsFrameSide()
  height: number;

  /** As in the document. Absent: that of the document. */
  @Optional()
  @IsIn(SAFE_AREA_NAMES)
  safe_area?: SafeAreaName | 'none' | Unset;

  /** CSS color beneath every page in this size. Absent: that of the document. */
  @Optional()
  @IsString()
  @IsColor()
  background_color?: string | Unset;
}

/** A sound track of the video, independent of pages. Times are in seconds. */
export class AudioTrack {
  /** URL of an audio file, or of a video file with sound. */
  @IsString()
  @IsWebUrl()
  source_url: string;

  /** Time in the video at which the track starts. */
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  start?: number;

  /** Time of the source at which playback starts. */
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_TRIM_S)
  trim_start?: number;

  /** Time of the source at which playback ends. Absent: at the end of the file. */
  @Optional()
  @IsNumber()
  @IsPositive()
  @Max(MAX_TRIM_S)
  trim_end?: number | Unset;

  /**
   * Seconds of the video for which the track plays at most. `auto`, and absent: until its file ends, or, if it repeats, until the
   * video ends.
   */
  @Optional()
  @IsDuration()
  duration?: number | 'auto' | Unset;

  /** Linear gain; 1 leaves the volume unchanged. */
  @Default(1)
  @IsNumber()
  @Min(0)
  @Max(2)
  volume?: number;

  /** Seconds over which the sound fades in. */
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  fade_in?: number;

  /** Seconds over which the sound fades out. */
  @Default(0.25)
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  fade_out?: number;

  /** Repeats the sound until the video ends. */
  @Default(false)
  @IsBoolean()
  loop?: boolean;

  /** Lowers the volume while a page plays its own sound, and while the sound of a video layer is audible. */
  @Default(false)
  @IsBoolean()
  duck?: boolean;

  /** Expression that is true or false. If it is false, the track is left out. */
  @Optional()
  @IsExpression()
  when?: string | Unset;
}

export const MAX_AUDIO_TRACKS = 16;
/** Loudness that a video may have: on platforms for music and videos, in podcasts, on television (EBU R128). */
export const LOUDNESS_LUFS = [-14, -16, -23] as const;
export type LoudnessLufs = (typeof LOUDNESS_LUFS)[number];
const MAX_FONTS = 50;

/** A template: pages in order, each a list of layers. Values are as the author wrote them, without defaults. */
export class TemplateDocument {
  /** A name for people. */
  @IsString()
  @Length(1, 200)
  name: string;

  /** Pixels, even. */
  @IsFrameSide()
  width: number;

  /** Pixels, even. */
  @IsFrameSide()
  height: number;

  /**
   * The area that the player of a network leaves free. `validate` reports texts, codes and figures that reach beyond it
   * (`OUTSIDE_SAFE_AREA`), and the editor shows it. It changes no pixel.
   */
  @Default('none')
  @IsIn(SAFE_AREA_NAMES)
  safe_area?: SafeAreaName | 'none';

  /**
   * Further sizes of the frames, by name. A request names one of them, or several. `default` is the name of the size that
   * `width` and `height` are.
   */
  @Default({})
  @RecordOf(() => TemplateSize)
  @HasMaxMembers(MAX_SIZES)
  sizes?: Record<string, TemplateSize>;

  /** CSS color beneath every page. A translucent color is composited over white. */
  @Default('#ffffff')
  @IsString()
  @IsColor()
  background_color?: string;

  /** Fonts that the document provides, in addition to those that the service ships. */
  @Default([])
  @IsArray()
  @ArrayMaxSize(MAX_FONTS)
  @Nested(() => TemplateFont, { each: true })
  fonts?: TemplateFont[];

  /**
   * Language and region for which expressions format numbers, money and dates: a tag of BCP 47 such as `de-AT`. A request
   * may set another.
   */
  @Literal()
  @Default('en-US')
  @IsString()
  @IsLocale()
  locale?: string;

  /** The declarations of variables, by name. */
  @Default({})
  @RecordOf(() => TemplateVariable)
  @HasMaxMembers(MAX_VARIABLES)
  variables?: Record<string, TemplateVariable>;

  /** Colors, fonts, logos and sounds by name. They come before those of the brand of the organization. */
  @Optional()
  @Nested(() => Brand)
  brand?: Brand | Unset;

  /** Properties that layers share, by the name of the style. */
  @Default({})
  @RecordOf(() => LayerStyle)
  @HasMaxMembers(MAX_STYLES)
  styles?: Record<string, LayerStyle>;

  /** Groups of layers that are used several times, by name. A published version contains the shared ones that it uses. */
  @Default({})
  @RecordOf(() => Component, { keys: COMPONENT_NAMES })
  @HasMaxMembers(MAX_COMPONENTS)
  components?: Record<string, Component>;

  /** Sound tracks that play over all pages. */
  @Default([])
  @IsArray()
  @ArrayMaxSize(MAX_AUDIO_TRACKS)
  @Nested(() => AudioTrack, { each: true })
  audio?: AudioTrack[];

  /**
   * Integrated loudness of the whole sound in LUFS: -14 is usual on YouTube and Spotify, -16 in podcasts, -23 on television.
   * Absent: the sounds keep their loudness.
   */
  @Optional()
  @IsIn(LOUDNESS_LUFS)
  loudness?: LoudnessLufs | Unset;

  /** Time of the poster image in seconds. Default: the middle of the first page. */
  @Optional()
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  poster_time?: number | Unset;

  /** The pages, in the order in which they are shown. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_PAGES)
  @HasLayersInPages()
  @Nested(() => TemplatePage, { each: true })
  pages: TemplatePage[];
}
