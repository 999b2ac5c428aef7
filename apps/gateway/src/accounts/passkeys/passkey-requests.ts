import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsISO8601, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { IsSecret, Nested, OrNull } from '#libs/template';
import { Example } from '../../openapi/examples.js';
import { IsFactorCode, RECOVERY_CODES } from '../second-factor/second-factor-requests.js';
import { IsBase64Url, PasskeyProof, PROOF_EXAMPLE } from './passkey-proof.js';

/** Bytes of a body with an attestation: authenticators may send the certificates of their maker, which count for nothing. */
export const MAX_PASSKEY_BYTES = 32_768;
const MAX_NAME_CHARACTERS = 100;

const PASSWORD = 'correct horse battery';
const ID = '0f5b2c7e-9d14-4a86-b3e1-7c2d8f6a5b40';
const USER = 'jxT0Xs7qRn-bLB0-X3qbDA';
const CREATED = '2026-11-21T12:00:00.000Z';
const RELYING_PARTY = 'video.example.com';
const CHALLENGE = 'Zq0m2sXv7b1kR9tYw4nLhE6cUaPj3dFgO8iQeVxTzMA';
const SHOWN = { id: ID, name: 'Ada’s phone', synced: false, created_at: CREATED, last_used_at: null };

function IsPasskeyName(): PropertyDecorator {
  return applyDecorators(MinLength(1), MaxLength(MAX_NAME_CHARACTERS));
}

@Example(PROOF_EXAMPLE)
export class SignInByPasskeyBody extends PasskeyProof {}

/** A question to the browser for a passkey: `publicKey` of `navigator.credentials.get`. */
@Example({ challenge: CHALLENGE, relying_party_id: RELYING_PARTY })
export class PasskeyChallenge {
  /** The challenge, in base64url. It is answered once, within 5 minutes, by the same browser. */
  @IsString()
  challenge: string;

  /** The domain to which the passkeys belong. */
  @IsString()
  relying_party_id: string;
}

@Example({ current_password: PASSWORD })
export class BeginPasskeyBody {
  /** The password of the user. Required if the user has one. */
  @IsOptional()
  @IsSecret({ max: 256 })
  current_password?: string;

  /** The code that the authenticator shows, or a recovery code. Required if the user has a second factor. */
  @IsOptional()
  @IsFactorCode()
  code?: string;

  /** Another passkey, instead of the code. */
  @IsOptional()
  @Nested(() => PasskeyProof)
  passkey?: PasskeyProof;
}

@Example({ current_password: PASSWORD, passkey: PROOF_EXAMPLE })
export class RemovePasskeyBody extends BeginPasskeyBody {}

/** A question to the browser for a new passkey: `publicKey` of `navigator.credentials.create`. */
@Example({
  ...{ challenge: CHALLENGE, relying_party_id: RELYING_PARTY },
  ...{ user_id: USER, user_name: 'ada@example.com', excluded: [] },
})
export class PasskeyCreation extends PasskeyChallenge {
  /** The user for the authenticator, in base64url. */
  @IsString()
  user_id: string;

  /** The name under which the authenticator shows the passkey. */
  @IsString()
  user_name: string;

  /** Ids of the passkeys that the user has: an authenticator with one of them makes no other. */
  @IsString({ each: true })
  excluded: string[];
}

/** The answer of an authenticator that has made a passkey. */
@Example({
  name: 'Ada’s phone',
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoi4oCmIn0',
  attestation: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik4oCm',
})
export class PasskeyAttestation {
  /** The name by which the user knows the passkey. */
  @IsPasskeyName()
  name: string;

  /** `response.clientDataJSON` of the browser's `PublicKeyCredential`, in base64url. */
  @IsBase64Url(2_048)
  client_data: string;

  /** `response.attestationObject`, in base64url. */
  @IsBase64Url(24_000)
  attestation: string;
}

@Example({ name: 'Ada’s phone' })
export class UpdatePasskeyBody {
  /** The new name. */
  @IsPasskeyName()
  name: string;
}

export class PasskeyPath {
  /** Id of the passkey. */
  @IsUUID()
  id: string;
}

/** A passkey of the user. */
@Example(SHOWN)
export class Passkey {
  /** Identifies the passkey. */
  @IsUUID()
  id: string;

  /** The name by which the user knows it. */
  @IsString()
  name: string;

  /** Whether it is kept on several devices of the user; others are lost with their device. */
  @IsBoolean()
  synced: boolean;

  /** When it was added. */
  @IsISO8601()
  created_at: string;

  /** When it was last used; null if it never was. */
  @OrNull()
  @IsISO8601()
  last_used_at: string | null;
}

/** A passkey that was just added. */
@Example({ passkey: SHOWN, recovery_codes: RECOVERY_CODES })
export class AddedPasskey {
  /** The passkey. */
  @Nested(() => Passkey)
  passkey: Passkey;

  /** Ten recovery codes, which no other response has; null if the user has some already. */
  @OrNull()
  @IsString({ each: true })
  recovery_codes: string[] | null;
}
