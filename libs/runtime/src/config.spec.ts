import { describe, expect, it } from '@jest/globals';
import { IsArray, IsBoolean, IsInt, IsString, Max, Min, MinLength } from 'class-validator';
import { ConfigError, loadConfig, redactConfig, Secret, variablesOf } from './config.js';

class Sample {
  @IsInt()
  @Min(1)
  @Max(65_535)
  port = 8080;

  @IsString()
  natsUrl: string;

  @IsBoolean()
  migrateOnStart = false;

  @IsArray()
  @IsString({ each: true })
  allow: string[] = [];

  @Secret()
  @MinLength(8)
  secretKey: string;
}

const complete = { NATS_URL: 'nats://x', SECRET_KEY: 'long-enough' };

describe('loadConfig', () => {
  it('converts by the declared type and keeps defaults for unset and empty variables', () => {
    const config = loadConfig(Sample, { ...complete, PORT: '', MIGRATE_ON_START: '1', ALLOW: '10.0.0.0/8, ::1' });
    expect(config).toMatchObject({
      port: 8080,
      natsUrl: 'nats://x',
      migrateOnStart: true,
      allow: ['10.0.0.0/8', '::1'],
    });
  });

  it('reports every mistake at once and never a secret', () => {
    const load = () => loadConfig(Sample, { PORT: '80a', SECRET_KEY: 'short' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT \("80a"\)[\s\S]*NATS_URL \(unset\)[\s\S]*SECRET_KEY \(\[redacted\]\)/);
    expect(load).not.toThrow(/short\b.*"short"/);
  });

  it('names the variables in the order declared', () => {
    expect(variablesOf(Sample)).toEqual(['PORT', 'NATS_URL', 'MIGRATE_ON_START', 'ALLOW', 'SECRET_KEY']);
  });

  it('prints secrets as [redacted]', () => {
    expect(JSON.stringify(redactConfig(loadConfig(Sample, complete)))).not.toContain('long-enough');
  });
});
