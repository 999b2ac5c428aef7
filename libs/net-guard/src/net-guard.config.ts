import { IsArray, IsBoolean } from 'class-validator';

/** Which addresses chosen by callers a service may connect to. */
export class NetGuardConfig {
  /** CIDR blocks permitted besides public addresses, comma-separated. */
  @IsArray()
  allowPrivateAddresses: string[] = [];

  /** Permit `http:` besides `https:`. */
  @IsBoolean()
  allowHttpTargets = false;
}
