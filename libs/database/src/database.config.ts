import { IsBoolean, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { Secret } from '#libs/runtime';

/**
 * The database with a service's tables. The `search_path` of its role is the service's schema; the role may access no
 * other.
 */
export class DatabaseConfig {
  @Secret()
  @IsString()
  @Matches(/^postgres(ql)?:\/\//, { message: 'databaseUrl must be a postgresql:// address' })
  databaseUrl: string;

  /** Connections per process. */
  @IsInt()
  @Min(2)
  @Max(200)
  databasePoolSize = 10;

  /** Migrate the schema before serving; off where a job does it. */
  @IsBoolean()
  migrateOnStart = false;
}
