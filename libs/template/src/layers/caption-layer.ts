import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsIn,
  IsNumber,
  IsPositive,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { MAX_VIDEO_S } from '#libs/document';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { captionTextAt } from '../captions/caption-text.js';
import { numberOr, objectsIn } from '../located.js';
import { own } from '../shape/json.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { OUTLINE_WIDTHS, type OutlineWidth, TEXT_WRAPS, type TextWrap, TextStyle } from './text-layer.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { ColorKeyframe, Keyframed } from '../keyframes.js';
import { Nested } from '../shape/nested.js';

export const MAX_CUES = 5000;

export const CAPTION_MODES = ['line', 'word', 'highlight'] as const;
export type CaptionMode = (typeof CAPTION_MODES)[number];

/** A text and its time span, in seconds since the start of the layer. */
export class Cue {
  /** When the text appears, in seconds. */
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  start: number;

  /** When the text disappears, in seconds. Greater than `start`. */
  @IsNumber()
  @IsPositive()
  @Max(MAX_VIDEO_S)
  end: number;

  /** The text, whose line breaks start new lines. */
  @IsString()
  @MaxLength(2000)
  text: string;
}

/** Subtitles, either as `cues` or as a `source_url` of an SRT or WebVTT file. */
export class CaptionLayer extends TextStyle {
  /** The kind of the layer. */
  @Equals('caption')
  type: 'caption';

  /** The texts and their times. They replace the file. */
  @InEverySize()
  @Modifiable()
  @Optional()
  @IsArray()
  @ArrayMaxSize(MAX_CUES)
  @Nested(() => Cue, { each: true })
  cues?: Cue[] | Unset;

  /** URL of an SRT or WebVTT file, in place of cues. */
  @InEverySize()
  @Modifiable()
  @Optional()
  @IsString()
  @IsWebUrl()
  source_url?: string | Unset;

  /**
   * Shows each cue as a whole (`line`), word by word (`word`), or as a whole with the spoken word highlighted
   * (`highlight`).
   */
  @Default('line')
  @IsIn(CAPTION_MODES)
  mode?: CaptionMode;

  @Default('balance')
  @IsIn(TEXT_WRAPS)
  override text_wrap?: TextWrap;

  /** CSS color of the highlighted word. */
  @Keyframed(ColorKeyframe)
  @Default('#f5a524')
  @IsString()
  @IsColor()
  active_text_color?: string;

  /** CSS color of the box behind the highlighted word. */
  @Keyframed(ColorKeyframe)
  @Default('transparent')
  @IsString()
  @IsColor()
  active_background_color?: string;

  /** CSS color of the outline of the active word. Default: `outline_color`. */
  @Keyframed(ColorKeyframe)
  @Optional()
  @IsString()
  @IsColor()
  active_outline_color?: string | Unset;

  /** Width of the outline of the active word. Default: `none` on an `active_background_color`, else `outline_width`. */
  @Optional()
  @IsIn(OUTLINE_WIDTHS)
  active_outline_width?: OutlineWidth | Unset;
}

export const CAPTION = layerKind(CaptionLayer, {
  alternatives: ['cues', 'source_url'],
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: ['cues', 'source_url', 'mode'],
  at(content, { cues, mode }, { timeS }) {
    const shown = captionTextAt(cues ?? [], mode, timeS);
    return shown && { ...content, ...shown };
  },
  isTimed: () => true,
  rules({ value, path }, { faults }) {
    for (const cue of objectsIn(own(value, 'cues'), [...path, 'cues'], MAX_CUES)) {
      const end = own(cue.value, 'end');
      if (typeof end !== 'number' || end <= 0 || end > numberOr(own(cue.value, 'start'), 0)) continue;
      const message = 'end must be greater than start';
      faults.add([...cue.path, 'end'], { code: 'VALUE_TOO_SMALL', message, value: end });
    }
  },
});
