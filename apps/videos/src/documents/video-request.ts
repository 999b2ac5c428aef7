import { CreateVideoBody } from '#libs/contracts';
import { type CheckAddress, type Checked, validateShape } from '#libs/template';

/**
 * Checks the body of `POST /videos` by itself, before anything is looked up: its shape, and the addresses that no
 * renderer may fetch.
 */
export function readVideoRequest(body: unknown, checkAddress: CheckAddress): Checked<CreateVideoBody> {
  return validateShape(CreateVideoBody, body, { checkAddress });
}
