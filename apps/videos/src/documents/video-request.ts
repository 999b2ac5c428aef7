import { CreateVideoBody } from '#libs/contracts';
import { type CheckAddress, type Checked, validateShape } from '#libs/template';

/**
 * Checks the body of `POST /videos` by itself, before any lookup: its shape, and that renderers may fetch its addresses.
 */
export function readVideoRequest(body: unknown, checkAddress: CheckAddress): Checked<CreateVideoBody> {
  return validateShape(CreateVideoBody, body, { checkAddress });
}
