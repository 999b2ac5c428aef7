/** Marks and editors of some layers on the picture itself. */
export { FocusInPlace } from './focus-in-place.tsx';
export { MotionMarks } from './motion-marks.tsx';
export { TextInPlace } from './text-in-place.tsx';
