import type { Checked } from './fault.js';
export function validateShape<T extends object>(shape: new () => T, input: unknown, root = ''): Checked<T> {
  throw new Error(`not built yet ${shape.name} ${String(input)} ${root}`);
}
