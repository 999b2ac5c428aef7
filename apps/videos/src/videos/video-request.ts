import { CreateVideoBody } from '#libs/contracts';
import { type Checked, validateShape } from '#libs/template';
import { addressFaults, type CheckUrl } from '../address-faults.js';
import { mergeFaults } from '../merge-faults.js';

const GIF_FPS = 12;
const DEFAULT_FPS = 24;

/**
 * Checks the body of `POST /videos` by itself, before anything is looked up: its shape, then the addresses that no
 * renderer may fetch.
 */
export function readVideoRequest(body: unknown, checkUrl: CheckUrl): Checked<CreateVideoBody> {
  const shaped = validateShape(CreateVideoBody, body);
  const forbidden = addressFaults(body, checkUrl);
  if (!shaped.ok) return { ok: false, faults: mergeFaults(body, shaped.faults, forbidden) };
  return forbidden.length > 0 ? { ok: false, faults: mergeFaults(body, forbidden) } : shaped;
}

/** Frames per second a request is rendered at: gif always at 12. */
export function fpsOf({ format, fps }: CreateVideoBody): number {
  return format === 'gif' ? GIF_FPS : (fps ?? DEFAULT_FPS);
}
