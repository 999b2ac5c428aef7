import { applyDecorators } from '@nestjs/common';
import { Matches, MaxLength } from 'class-validator';

export const PROOF_EXAMPLE = {
  id: 'pA3xVn8kQz2mW7cYt5rLdg',
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi4oCmIn0',
  authenticator_data: 'ZHVjayB0eXBlZCBhdXRoZW50aWNhdG9yIGRhdGEFAAAAAQ',
  signature: 'MEUCIQDx0vZ2kq7Y3mPz9w1cQn5bT8aLs4hRj6uEo',
};

/** Bytes in base64url, as browsers give them. */
export function IsBase64Url(max: number): PropertyDecorator {
  return applyDecorators(
    MaxLength(max),
    Matches(/^[A-Za-z0-9_-]+$/, { message: '$property must be in base64url, without padding' }),
  );
}

/** The answer of an authenticator that has a passkey, which also knows its user: by a finger, a face or a PIN. */
export class PasskeyProof {
  /** `id` of the browser's `PublicKeyCredential`. */
  @IsBase64Url(1_400)
  id: string;

  /** `response.clientDataJSON`, in base64url. */
  @IsBase64Url(2_048)
  client_data: string;

  /** `response.authenticatorData`, in base64url. */
  @IsBase64Url(1_024)
  authenticator_data: string;

  /** `response.signature`, in base64url. */
  @IsBase64Url(1_400)
  signature: string;
}
