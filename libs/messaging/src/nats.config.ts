import { IsBoolean, IsString, Matches } from 'class-validator';
import { Secret } from '#libs/runtime';

/** A service's connection to NATS. */
export class NatsConfig {
  /** One or more URLs, comma-separated; may contain credentials. */
  @Secret()
  @IsString()
  @Matches(/^(nats|tls):\/\//, { message: 'natsUrl must be a nats:// or tls:// address' })
  natsUrl: string;

  /** Create missing streams and consumers; off where a job of the administrator creates them. */
  @IsBoolean()
  manageStreams = true;
}
