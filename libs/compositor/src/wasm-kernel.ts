import { KERNEL_WASM_HEX } from './kernel-wasm.js';
import type { Kernel, PlaneToPlane } from './kernel.js';

/** The part of the WebAssembly interface used here. TypeScript declares it only in its DOM library. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array<ArrayBuffer>) => CompiledKernel;
  Instance: new (module: CompiledKernel, imports: object) => { exports: KernelExports };
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<CompiledKernel>;
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
};

type CompiledKernel = object & { readonly isCompiledKernel?: never };
type Numbers = (...values: number[]) => void;
type KernelExports = Record<Exclude<keyof Kernel, 'memory'>, Numbers>;

const PAGE_BYTES = 65_536;

/**
 * Loads the WebAssembly kernel with a memory of its own.
 *
 * `bytes` is rounded up to 64 KiB pages and never grows, so views of it stay valid; the operating system allocates the pages
 * when they are first written.
 *
 * @param code WebAssembly; by default what this machine can run
 * @throws RangeError when the memory cannot be reserved
 */
export async function openWasmKernel(bytes: number, code?: Uint8Array<ArrayBuffer>): Promise<Kernel> {
  const module = code ? await WebAssembly.compile(code) : (compiled ??= await WebAssembly.compile(await kernelCode()));
  return instanceOf(module, bytes);
}

/** The kernel as this machine can run it, once it has been compiled. */
let compiled: CompiledKernel | undefined;

/**
 * The same at once. Before a first {@link openWasmKernel} it takes for granted that this machine has relaxed SIMD.
 *
 * @throws RangeError when the memory cannot be reserved
 */
export function openWasmKernelNow(bytes: number): Kernel {
  compiled ??= new WebAssembly.Module(fromHex(KERNEL_WASM_HEX));
  return instanceOf(compiled, bytes);
}

function instanceOf(module: CompiledKernel, bytes: number): Kernel {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const instance = new WebAssembly.Instance(module, { env: { memory, abort } });
  return byName(instance.exports, new Uint8Array(memory.buffer));
}

/** Browsers without relaxed SIMD (Firefox before 146, Safari) run the kernel that is built without it and gives the same bytes. */
async function kernelCode(): Promise<Uint8Array<ArrayBuffer>> {
  const relaxed = fromHex(KERNEL_WASM_HEX);
  if (WebAssembly.validate(relaxed)) return relaxed;
  return plainKernelCode();
}

/** The code of the kernel without relaxed SIMD. */
export async function plainKernelCode(): Promise<Uint8Array<ArrayBuffer>> {
  const { PLAIN_KERNEL_WASM_HEX } = await import('./plain-kernel-wasm.js');
  return fromHex(PLAIN_KERNEL_WASM_HEX);
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** The kernel's positional arguments, in the order of the AssemblyScript definitions. */
function byName(exports: KernelExports, memory: Uint8Array<ArrayBuffer>): Kernel {
  return {
    memory,
    toPlanes: (j) =>
      exports.toPlanes(
        ...[
          j.rgba,
          j.rgbaStride,
          j.width,
          j.height,
          j.y,
          j.a,
          j.lumaStride,
          j.u,
          j.v,
          j.c,
          j.chromaStride,
          Number(j.dither),
        ],
      ),
    toRgba: (j) =>
      exports.toRgba(
        ...[j.rgba, j.rgbaStride, j.y, j.lumaStride, j.u, j.v, j.chromaStride],
        ...[j.width, j.height, Number(j.isFull)],
      ),
    blend: (j) =>
      exports.blend(j.target, j.targetStride, j.source, j.alpha, j.sourceStride, j.width, j.height, j.opacity),
    fade: (j) => exports.fade(j.target, j.targetStride, j.source, j.sourceStride, j.width, j.height, j.opacity),
    grade: ({ toLuma, toU, toV, ...j }) =>
      exports.grade(
        ...[j.y, j.a, j.u, j.v, j.c, j.stride, j.ty, j.tu, j.tv, j.targetStride],
        ...[j.width, j.height, toLuma.gain, toLuma.lift],
        ...[toU.u, toU.v, toU.lift, toV.u, toV.v, toV.lift, Number(j.isClipped)],
      ),
    scale: (j) => exports.scale(j.target, j.targetStride, j.mask, j.maskStride, j.width, j.height),
    cut: (j) => exports.cut(...[j.y, j.a, j.u, j.v, j.c, j.stride, j.mask, j.maskStride, j.width, j.height]),
    mixColors: (j) =>
      exports.mixColors(
        ...[j.y, j.u, j.v, j.a ?? 0, j.c ?? 0, j.stride, j.sy, j.sa ?? 0, j.su, j.sv, j.sc ?? 0, j.sourceStride],
        ...[j.ty, j.tu, j.tv, j.targetStride, j.width, j.height, j.mode],
      ),
    lerp: (j) => exports.lerp(j.target, j.from, j.to, j.count, j.progress),
    copyRect: (j) => exports.copyRect(j.target, j.targetStride, j.source, j.sourceStride, j.width, j.height),
    fillRect: (j) => exports.fillRect(j.target, j.targetStride, j.value, j.width, j.height),
    buildTable: (j) => exports.buildTable(j.table, j.firstX, j.count, j.origin, j.step, j.sourceWidth),
    resample: (j) =>
      exports.resample(
        ...[j.target, j.targetStride, j.width, j.height, j.source, j.sourceStride, j.sourceHeight],
        ...[j.firstY, j.originY, j.stepY, j.table, j.rows],
      ),
    buildSharpTable: (j) =>
      exports.buildSharpTable(j.table, j.firstX, j.count, j.origin, j.step, j.sharpness, j.sourceWidth),
    resampleSharp: (j) =>
      exports.resampleSharp(
        ...[j.target, j.targetStride, j.width, j.height, j.source, j.sourceStride, j.sourceHeight],
        ...[j.firstY, j.originY, j.stepY, j.sharpness, Number(j.isBounded), j.table, j.rows],
      ),
    interleave: ({ sources: [first, second, third = 0], ...j }) =>
      exports.interleave(j.target, j.targetStride, first, second, third, j.sourceStride, j.width, j.height),
    turn: ({ targets: [first, second = 0, third = 0], origin, across, down, ...j }) =>
      exports.turn(
        ...[first, second, third, j.targetStride, j.source, j.sourceStride, j.sourceWidth, j.sourceHeight],
        ...[j.firstX, j.firstY, j.width, j.height],
        ...[origin.x, across.x, down.x, origin.y, across.y, down.y, j.table],
      ),
    halve: (j) => exports.halve(...plane(j)),
    blurRows: (j) => exports.blurRows(...plane(j), j.weights, j.radius, j.row),
    blurColumns: (j) => exports.blurColumns(...plane(j), j.weights, j.radius),
    mosaic: (j) => exports.mosaic(...plane(j), j.block, j.originX, j.originY),
  };
}

function plane(j: PlaneToPlane): number[] {
  return [j.target, j.targetStride, j.source, j.sourceStride, j.width, j.height];
}

function abort(): never {
  throw new Error('the compositor kernel aborted');
}
