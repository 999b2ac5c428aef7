export { isCssColor, MAX_COLOR_CHARACTERS, parseCssColor, srgbColor } from './paint/color.js';
export {
  type Gradient,
  GRADIENT_FORMS,
  type GradientForm,
  isPaint,
  MAX_PAINT_CHARACTERS,
  type Measure,
  parseGradient,
  placedEvenly,
  type Position,
  radiansOf,
} from './paint/gradient.js';
export { MAX_SHADOW_LIST_CHARACTERS, parseShadows, type Shadow } from './paint/shadows.js';
