import { CreateVideoBody, ValidateVideoBody } from '#libs/contracts';
import { type CheckAddress, type Checked, validateShape } from '#libs/template';

/** The operations whose body is a request for a video. */
const BODIES = { create: CreateVideoBody, validate: ValidateVideoBody };
export type VideoOperation = keyof typeof BODIES;

/**
 * Checks the body of an operation by itself, before any lookup: its shape, and that renderers may fetch its addresses.
 */
export function readVideoRequest(
  body: unknown,
  checkAddress: CheckAddress,
  operation: VideoOperation = 'create',
): Checked<CreateVideoBody & Pick<ValidateVideoBody, 'document'>> {
  return validateShape(BODIES[operation], body, { checkAddress });
}
