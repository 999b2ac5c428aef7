import { ApiError, unwrap } from '#libs/client';
import { Advice } from './advice.js';

/**
 * The data of an answer of the API.
 * @throws Advice with the API's own words for one that is no success
 */
export async function answerOf<Data>(answer: Parameters<typeof unwrap<Data>>[0]): Promise<Data> {
  try {
    return await unwrap(answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const details = error.details === undefined ? '' : `: ${JSON.stringify(error.details)}`;
    throw new Advice(`The API answered ${error.status} ${error.code}: ${error.message}${details}`);
  }
}
