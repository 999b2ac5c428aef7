import type { PasskeyProof } from './passkey-proof.js';
import type { PasskeyAttestation } from './passkey-requests.js';
import type { RelyingParty } from './relying-party.js';

/** A public key that an authenticator has made. */
export interface NewCredential {
  credentialId: Buffer;
  /** In COSE. */
  publicKey: Buffer;
  counter: number;
  /** Whether the authenticator's maker keeps it on several devices. */
  isSynced: boolean;
}

/** A stored key that an answer must be signed with. */
export interface KnownCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
}

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257] as const;
const PUBLIC_KEY = { type: 'public-key', clientExtensionResults: {} } as const;

/** Loaded when the first passkey is used: it takes 30 MB. */
const webauthn = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** The challenge that a browser has answered, as it states; undefined for a text that states none. */
export function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The public key of a new passkey; undefined for an answer that is not what the browser was asked for. */
export async function readAttestation(
  { client_data, attestation }: PasskeyAttestation,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await orUndefined(async () =>
    verifyRegistrationResponse({
      ...{ expectedRPID, expectedOrigin, expectedChallenge, supportedAlgorithmIDs: [...ALGORITHMS] },
      response: {
        ...{ ...PUBLIC_KEY, id: 'new', rawId: 'new' }, // the attestation names it
        response: { clientDataJSON: client_data, attestationObject: await withoutMaker(attestation) },
      },
    }),
  );
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    ...{ counter: credential.counter, isSynced: credentialBackedUp },
  };
}

/** The authenticator's counter after an answer; undefined for an answer that is wrong. */
export async function readProof(
  { id, client_data, authenticator_data, signature }: PasskeyProof,
  { credentialId, publicKey, counter }: KnownCredential,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      ...{ expectedRPID, expectedOrigin, expectedChallenge },
      credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter },
      response: {
        ...{ ...PUBLIC_KEY, id, rawId: id },
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/**
 * An attestation without the statement of the authenticator's maker, for which the browser was not asked: to check
 * its certificates, addresses in them would have to be fetched.
 */
async function withoutMaker(attestation: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestation)).get('authData');
  const statement: [string, string | Map<string, never> | Uint8Array][] = [
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ];
  return isoBase64URL.fromBuffer(isoCBOR.encode(new Map(statement)));
}

/** The result of reading what a browser has sent; undefined where the library finds a fault in it. */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
