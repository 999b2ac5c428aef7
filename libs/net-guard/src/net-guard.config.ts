import { IsArray, IsBoolean } from 'class-validator';
import { AreDnsServers } from './names/are-dns-servers.js';

/** To which URLs of callers a service may connect. */
export class NetGuardConfig {
  /** CIDR blocks permitted in addition to public addresses, comma-separated. */
  @IsArray()
  allowPrivateAddresses: string[] = [];

  /**
   * DNS servers that resolve callers' names, as `address` or `address:port`, comma-separated. Default: the machine's.
   */
  @AreDnsServers()
  dnsServers: string[] = [];

  /** Permit `http:` in addition to `https:`. */
  @IsBoolean()
  allowHttpTargets = false;
}
