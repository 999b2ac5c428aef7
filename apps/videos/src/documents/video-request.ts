import { CreateVideoBody } from '#libs/contracts';
import { type CheckAddress, type Checked, validateShape } from '#libs/template';

const GIF_FPS = 12;
const DEFAULT_FPS = 24;

/**
 * Checks the body of `POST /videos` by itself, before anything is looked up: its shape, and the addresses that no
 * renderer may fetch.
 */
export function readVideoRequest(body: unknown, checkAddress: CheckAddress): Checked<CreateVideoBody> {
  return validateShape(CreateVideoBody, body, { checkAddress });
}

/** Frames per second a request is rendered at: gif always at 12. */
export function fpsOf({ format, fps }: CreateVideoBody): number {
  return format === 'gif' ? GIF_FPS : (fps ?? DEFAULT_FPS);
}
