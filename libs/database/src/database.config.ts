import { IsBoolean, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { Secret } from '#libs/runtime';

/** Where a service's tables live. Its role's `search_path` is its own schema and it may reach no other. */
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

  /** Bring the schema up to date before serving; off where a job does it. */
  @IsBoolean()
  migrateOnStart = false;
}
