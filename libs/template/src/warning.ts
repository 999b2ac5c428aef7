import { excerpt } from './shape/excerpt.js';

/**
 * Severities of warnings: `info`, the video may look as intended; `warning`, it differs from what was written;
 * `critical`, it may fail.
 */
export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every warning about a document, with its severity (docs/api/videos.md). */
const WARNINGS = {
  ASSET_UNAVAILABLE: 'critical',
  ASSET_NOT_CHECKED: 'critical',
  CHECK_SKIPPED: 'critical',
  FONT_NOT_AVAILABLE: 'warning',
  GLYPH_MISSING: 'warning',
  TEXT_OVERFLOW: 'warning',
  LABELS_CUT: 'warning',
  VALUES_OMITTED: 'warning',
  LEGEND_CUT: 'warning',
  CODE_TOO_SMALL: 'warning',
  EXPRESSIONS_IGNORED: 'warning',
  LAYER_OUTSIDE_TIME: 'warning',
  LAYER_OUTSIDE_FRAME: 'warning',
  OUTSIDE_SAFE_AREA: 'warning',
  LAYER_EMPTY: 'warning',
  LAYER_TRANSPARENT: 'warning',
  LAYER_NEVER_DRAWN: 'warning',
  AUDIO_OUTSIDE_TIME: 'warning',
  EASING_UNUSED: 'info',
  PICTURE_MAGNIFIED: 'info',
  MORE_WARNINGS: 'info',
} as const satisfies Record<string, Severity>;

export type WarningCode = keyof typeof WARNINGS;

export const WARNING_CODES = Object.keys(WARNINGS) as [WarningCode, ...WarningCode[]];

/** A finding about one layer, before its place in the document is known. */
export interface Remark {
  code: WarningCode;
  message: string;
  /** The property concerned, such as `font_family`; absent: the whole layer. */
  property?: string;
  /** The value concerned. */
  value?: unknown;
}

/** A finding that does not refuse the document. */
export interface Warning {
  /** Path in the document: `pages[0].layers[2].text`. */
  field: string;
  code: WarningCode;
  severity: Severity;
  message: string;
  value?: unknown;
}

/** The severity of a warning's code. */
export function severityOf(code: WarningCode): Severity {
  return WARNINGS[code];
}

/** The warning for a remark about the layer at `path`. */
export function warningAt(path: string, { code, message, property, value }: Remark): Warning {
  const field = property === undefined ? path : `${path}.${property}`;
  return { field, code, severity: severityOf(code), message, ...(value !== undefined && { value: excerpt(value) }) };
}
