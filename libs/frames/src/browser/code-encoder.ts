import { loadFirst } from './loading.js';

type Encoder = (options: object) => unknown;

let encoder: Encoder | undefined;

/** bwip-js, which is half of the whole engine, comes when a code is drawn for the first time. */
const lateEncoder = {
  raw: (options: object): unknown => (encoder ?? loadFirst('bwip-js', fetchEncoder))(options),
};

async function fetchEncoder(): Promise<void> {
  const module = await import('bwip-js/generic');
  encoder = module.default.raw as unknown as Encoder;
}

export { lateEncoder as default };
