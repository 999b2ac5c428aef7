/** Forms that an editor does not show at once. */
export { KeyframeFields } from './keyframe-fields.tsx';
export { ComponentValues, StyleNames, TokenFields } from './reuse-fields.tsx';
