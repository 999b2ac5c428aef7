// The compositor's kernel: every byte of every frame is written here. AssemblyScript, WebAssembly SIMD, one linear
// memory given by the host, no allocation. Each function's promise stands at its definition; src/reference-kernel.ts
// does the same in plain TypeScript, and the tests compare the two byte for byte.
export { blend, copyRect, cut, fade, fillRect, lerp, scale } from './blend';
export { blurColumns, blurRows, halve, mosaic } from './blur';
export { toPlanes } from './convert';
export { grade } from './grade';
export { mixColors } from './mix-colors';
export { buildTable, resample } from './resample';
export { buildSharpTable, resampleSharp } from './resample-sharp';
export { toRgba } from './to-rgba';
export { interleave, turn } from './turn';
