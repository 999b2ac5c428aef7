import { useQuery } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { signInOptionsQuery } from './session.ts';

export type PasskeyProof = components['schemas']['PasskeyProof'];
type PasskeyCreation = components['schemas']['PasskeyCreation'];

/** Loaded when a passkey is used for the first time. */
const webauthn = () => import('@simplewebauthn/browser');

/** ES256, EdDSA and RS256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257] as const;

/**
 * Whether passkeys work on this page. Elsewhere the address of the console at which they do; undefined while it is
 * unknown, and where they work at none.
 */
export function usePasskeys(): { isHere: boolean; address: string | undefined } {
  const { data } = useQuery(signInOptionsQuery);
  const origin = data?.passkeys ?? undefined;
  const isHere = origin === location.origin && typeof PublicKeyCredential === 'function';
  return { isHere, address: origin === undefined ? undefined : `${origin}/console` };
}

/** Asks the user for a passkey. @throws Error in words for people */
export async function showPasskey(): Promise<PasskeyProof> {
  const { challenge, relying_party_id } = await unwrap(api.POST('/session/passkey/challenge'));
  const { startAuthentication } = await webauthn();
  const optionsJSON = { challenge, rpId: relying_party_id, userVerification: 'required' } as const;
  const { id, response } = await startAuthentication({ optionsJSON }).catch(inWords);
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}

/** Has the user's authenticator make a passkey. @throws Error in words for people */
export async function makePasskey({ challenge, relying_party_id, user_id, user_name, excluded }: PasskeyCreation) {
  const { startRegistration } = await webauthn();
  const { response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: relying_party_id, name: 'Framewright' },
      user: { id: user_id, name: user_name, displayName: user_name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: excluded.map((id) => ({ type: 'public-key', id })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  }).catch(inWords);
  return { client_data: response.clientDataJSON, attestation: response.attestationObject };
}

/** A refusal of the browser in words for people: its own are for developers. */
function inWords(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new Error('This device has a passkey of yours already.');
  if (name === 'NotAllowedError' || name === 'AbortError')
    throw new Error('No passkey was chosen, or it took too long. Try again.');
  throw new Error('Your browser could not use a passkey here.');
}
