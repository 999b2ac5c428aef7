import { FramewrightError, unwrap } from '#libs/client';
import { UserError } from './user-error.js';

/**
 * Reads the data of a response of the API.
 * @throws UserError with the API's code, message and details if the response is an error
 */
export async function readResponse<Data>(response: Parameters<typeof unwrap<Data>>[0]): Promise<Data> {
  try {
    return await unwrap(response);
  } catch (error) {
    if (!(error instanceof FramewrightError)) throw error;
    const { status, code, message, details, faults } = error;
    const reasons = details ?? faults.map(({ field, message: fault }) => `${field}: ${fault}`).join('; ');
    const failure = status === undefined ? 'The API could not be reached' : `The API returned ${status} ${code}`;
    throw new UserError(`${failure}: ${message}${reasons === '' ? '' : ` (${reasons})`}`);
  }
}
