import { IsArray, IsBoolean } from 'class-validator';
import { AreDnsServers } from './names/are-dns-servers.js';

/** Which addresses chosen by callers a service may connect to. */
export class NetGuardConfig {
  /** CIDR blocks permitted besides public addresses, comma-separated. */
  @IsArray()
  allowPrivateAddresses: string[] = [];

  /** DNS servers that are asked for callers' names, as `address` or `address:port`, comma-separated; the machine's own if unset. */
  @AreDnsServers()
  dnsServers: string[] = [];

  /** Permit `http:` besides `https:`. */
  @IsBoolean()
  allowHttpTargets = false;
}
