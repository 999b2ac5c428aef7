import { IsBoolean, IsString, Matches } from 'class-validator';
import { Secret } from '#libs/runtime';

/** How a service reaches NATS. */
export class NatsConfig {
  /** One address or several, comma-separated; may carry credentials. */
  @Secret()
  @IsString()
  @Matches(/^(nats|tls):\/\//, { message: 'natsUrl must be a nats:// or tls:// address' })
  natsUrl: string;

  /** Create missing streams and consumers; off where an administrator's job does it. */
  @IsBoolean()
  manageStreams = true;
}
