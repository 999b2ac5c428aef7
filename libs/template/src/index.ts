export * from './animation.js';
export * from './finish/apply-modifications.js';
export type { VideoConditions } from './finish/finish-document.js';
export {
  callerFields,
  type CallerField,
  FIELD_KINDS,
  type FieldBounds,
  type FieldGroup,
  type FieldKind,
} from './caller-fields.js';
export type { CaptionCue } from './captions/caption-cue.js';
export { parseCaptions, type ParsedCaptions } from './captions/parse-captions.js';
export { checkDigit, CODE_TYPES, type CodeType, ERROR_CORRECTIONS, type ErrorCorrection } from './code-text.js';
export { didYouMean } from './did-you-mean.js';
export * from './document-limits.js';
export { layersIn } from './document-rules.js';
export * from './document.js';
export type { CelValue } from './expressions/evaluate.js';
export { ExpressionFault } from './expressions/expression-fault.js';
export { type Expression, MAX_EXPRESSION_CHARACTERS } from './expressions/expression.js';
export { evaluate, parseExpression } from './expressions/language.js';
export { MAX_DOCUMENT_STEPS, type Scope } from './expressions/scope.js';
export { EXPRESSION_SHAPES } from './expression-shapes.js';
export { hasExpressions, type NamePart, parseTemplateString, type Part } from './expressions/template-string.js';
export { type Checked, type Fault, FAULT_CODES, type FaultCode } from './fault.js';
export { FaultList, reportFaults } from './fault-list.js';
export * from './file-paths.js';
export { documentInSize, sizesOf } from './finish/document-in-size.js';
export { atOrigin, fieldInTemplate, type Origins } from './finish/origins.js';
export { foundDurations, type PageCopy, pageCopies } from './finish/page-copies.js';
export { sampleDocument } from './finish/sample-document.js';
export * from './keyframes.js';
export * from './layers/caption-layer.js';
export * from './layers/chart-layer.js';
export { ComponentLayer } from './layers/component-layer.js';
export { Focus } from './layers/focus.js';
export * from './layers/image-layer.js';
export * from './layers/group-layer.js';
export { LayerInSize, propertiesInSize } from './layers/in-size.js';
export type { LayerMoment } from './layers/layer-kind.js';
export { isResizing } from './layers/is-resizing.js';
export * from './layers/layer-properties.js';
export * from './layers/layer.js';
export * from './layers/lottie-layer.js';
export * from './layers/machine-code-layer.js';
export * from './layers/rating-layer.js';
export * from './layers/shape-layer.js';
export * from './layers/stack-layer.js';
export * from './layers/text-layer.js';
export * from './layers/video-layer.js';
export { modifiableProperties } from './modifiable.js';
export * from './modifications.js';
export { callerProperties, closedBecause, openableProperties } from './openable.js';
export * from './page.js';
export { Brand, type TokenGroup, TOKEN_GROUPS } from './reuse/brand.js';
export { Component } from './reuse/component.js';
export { newestVersions, type SharedNow, type SharedVersion, undeclaredComponents } from './reuse/newest-versions.js';
export { pinNewest } from './reuse/pin-newest.js';
export { pinReuse, usedReuse, type UsedReuse } from './reuse/pin-reuse.js';
export { type Shared, withShared } from './reuse/shared.js';
export { LayerStyle, propertiesInStyle } from './layers/layer-style.js';
export { rangeOf, type PropertyRange } from './property-range.js';
export { HasMaxMembers } from './rules/has-max-members.js';
export { IsColor } from './rules/is-color.js';
export { IsEasing, parseEasing, type EasingSpec } from './rules/is-easing.js';
export { hasAutoSize } from './rules/is-length.js';
export { type NumberFormat, parseNumberFormat } from './rules/is-number-format.js';
export { IsPaint } from './rules/is-paint.js';
export { type Share, shareOf } from './rules/is-share.js';
export { IsSecret } from './rules/is-secret.js';
export { isWebUrl, IsWebUrl, MAX_URL_CHARACTERS } from './rules/is-web-url.js';
export type { CheckAddress } from './shape/check-shape.js';
export { defineRule } from './shape/define-rule.js';
export { computedDefault, defaultValue, type Unset } from './shape/default.js';
export { camelCase, type Resolved, resolveShape, snakeCase } from './shape/resolve-shape.js';
export { ANY_TEXT, type JsonSchema } from './shape/constraint-schemas.js';
export * from './shape/json-schema.js';
export { maxCharactersOf } from './shape/max-characters.js';
export { Nested } from './shape/nested.js';
export { OrNull } from './shape/or-null.js';
export { propertiesOf, type PropertyConstraint, type PropertyShape, type Shape } from './shape/property-shape.js';
export { TEXT_FORMATS } from './shape/text-formats.js';
export { ExplainsUnknown } from './shape/unknown-fields.js';
export * from './shape/validate-shape.js';
export { Repeat } from './structure.js';
export { isPlainObject } from './shape/json.js';
export * from './template-variable.js';
export { unusedEasings } from './unused-easings.js';
export {
  lengthKey,
  type FileToMeasure,
  type MeasuredLengths,
  TIMED_KINDS,
  type TimedKind,
} from './times/file-lengths.js';
export { plainSeconds, resolveTimes } from './times/resolve-times.js';
export { IsDuration, type LayerDuration, type LayerStart } from './rules/is-time.js';
export * from './validate-template.js';
export { jsonTypeOf } from './variables.js';
export * from './warning.js';
export { SHIPPED_FONTS, type ShippedFont } from './shipped-fonts.js';
