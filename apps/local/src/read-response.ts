import { ApiError, unwrap } from '#libs/client';
import { UserError } from './user-error.js';

/**
 * Reads the data of a response of the API.
 * @throws UserError with the API's code, message and details if the response is an error
 */
export async function readResponse<Data>(response: Parameters<typeof unwrap<Data>>[0]): Promise<Data> {
  try {
    return await unwrap(response);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const details = error.details === undefined ? '' : `: ${JSON.stringify(error.details)}`;
    throw new UserError(`The API returned ${error.status} ${error.code}: ${error.message}${details}`);
  }
}
