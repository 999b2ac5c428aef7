import { IsBoolean, IsInt, IsISO8601, IsOptional, IsString, Min } from 'class-validator';
import { IsSecret, Nested, OrNull } from '#libs/template';
import { Example } from '../../openapi/examples.js';
import { PasskeyProof } from '../passkeys/passkey-proof.js';

const CODE = '492039';
const PASSWORD = 'correct horse battery';
export const RECOVERY_CODES = [
  'k7wq-9mzt-4x2p-h8rd',
  ...['b3nf-u6ec-72yj-mqs4', 'dh5v-w8ra-p9kx-23gt', 'n4zs-c7mb-ye6u-f2jq', 'x9gp-3hdw-r5tk-8avn'],
  ...[
    't2uc-j6eq-b4my-s7fz',
    'q8rh-5kpa-g3vx-9wdn',
    'f6mj-z2cs-7yub-t4ek',
    'v3xa-n9wg-h5qr-d8pm',
    'y7bt-4sfe-k2uj-c6zh',
  ],
];

/** Checks the length of a code of the second factor, with spaces and dashes as people type them. */
export function IsFactorCode(): PropertyDecorator {
  return IsSecret({ max: 64 });
}

@Example({ current_password: PASSWORD })
export class BeginSecondFactorBody {
  /** The password of the user. */
  @IsSecret({ max: 256 })
  current_password: string;
}

@Example({ code: CODE })
export class ConfirmSecondFactorBody {
  /** The code that the authenticator shows. */
  @IsFactorCode()
  code: string;
}

@Example({ current_password: PASSWORD, code: RECOVERY_CODES[0]! })
export class ProveSecondFactorBody extends BeginSecondFactorBody {
  /** The code that the authenticator shows, or a recovery code. Required without a passkey. */
  @IsOptional()
  @IsFactorCode()
  code?: string;

  /** A passkey of the user, instead of the code. */
  @IsOptional()
  @Nested(() => PasskeyProof)
  passkey?: PasskeyProof;
}

/** The key of a second factor that is not confirmed yet. */
@Example({
  secret: 'MNXW44TFMN2CAY3PMRSQ2MNXW44TFMN2',
  url: 'otpauth://totp/Framewright:ada%40example.com?issuer=Framewright&secret=MNXW44TFMN2CAY3PMRSQ2MNXW44TFMN2',
})
export class NewSecondFactor {
  /** The key in Base32, for entering by hand. */
  @IsString()
  secret: string;

  /** The address of the key, which an authenticator reads from a QR code. */
  @IsString()
  url: string;
}

/** Codes that stand for the authenticator or the passkey when it is lost. No other response has them. */
@Example({ recovery_codes: RECOVERY_CODES })
export class RecoveryCodes {
  /** Ten codes. Each works once. */
  @IsString({ each: true })
  recovery_codes: string[];
}

/** Whether the user has a second factor. */
@Example({ enabled: true, since: '2026-11-21T12:00:00.000Z', recovery_codes_left: 10 })
export class SecondFactorState {
  /** Whether signing in with the password asks for a code or a passkey. */
  @IsBoolean()
  enabled: boolean;

  /** When the authenticator app was confirmed; null without one. */
  @OrNull()
  @IsISO8601()
  since: string | null;

  /** The recovery codes that are not used yet. */
  @IsInt()
  @Min(0)
  recovery_codes_left: number;
}
