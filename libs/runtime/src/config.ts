import 'reflect-metadata';
import { getMetadataStorage, validateSync } from 'class-validator';

/** A typed configuration class: properties carry class-validator rules and may have defaults. */
export interface ConfigClass<T extends object> {
  readonly prototype: T;
  new (): T;
}

const SECRETS = new WeakMap<object, Set<string>>();

/** Marks a property whose value never appears in logs or error messages. */
export function Secret(): PropertyDecorator {
  return (target, property) => {
    const names = SECRETS.get(target) ?? new Set<string>();
    SECRETS.set(target, names.add(String(property)));
  };
}

/** Thrown at start-up. Lists every mistake in the environment, without the values of secrets. */
export class ConfigError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(`The configuration has ${mistakes.length} mistake(s):\n${mistakes.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads a typed configuration from the environment: `PUBLIC_BASE_URL` sets the property `publicBaseUrl`. The property's
 * declared type decides how numbers, booleans (`true`/`false`/`1`/`0`) and comma-separated lists are converted. An
 * unset or empty variable keeps the default.
 *
 * @throws ConfigError naming every mistake
 */
export function loadConfig<T extends object>(
  config: ConfigClass<T>,
  env: Record<string, string | undefined> = process.env,
): T {
  const values = new config() as T & Record<string, unknown>;
  for (const property of propertiesOf(config)) {
    const raw = env[variableOf(property)];
    if (raw === undefined || raw === '') continue;
    const declared: unknown = Reflect.getMetadata('design:type', config.prototype, property);
    const type = values[property]?.constructor ?? declared; // `port = 8080` declares no type of its own
    Object.assign(values, { [property]: convert(raw, type) });
  }
  const mistakes = validateSync(values).flatMap((error) =>
    Object.values(error.constraints ?? {}).map((message) => describeMistake(config, error.property, message, env)),
  );
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return values;
}

/** The configuration for the log: secrets read `[redacted]`. */
export function redactConfig(config: object): Record<string, unknown> {
  const secrets = SECRETS.get(Object.getPrototypeOf(config) as object);
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      secrets?.has(name) && value !== undefined ? '[redacted]' : value,
    ]),
  );
}

/** The environment variables that a configuration class reads, in the order of declaration. */
export function variablesOf(config: ConfigClass<object>): string[] {
  return propertiesOf(config).map(variableOf);
}

function propertiesOf(config: ConfigClass<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(config, '', false, false);
  return [...new Set(rules.map((rule) => rule.propertyName))];
}

/** The environment variable that sets a property of a configuration class: `HEALTH_PORT` for `healthPort`. */
export function variableOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function convert(raw: string, type: unknown): unknown {
  if (type === Number) return Number(raw);
  if (type === Boolean) return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw;
  if (type === Array) return raw.split(',').map((entry) => entry.trim());
  return raw;
}

function describeMistake(
  config: ConfigClass<object>,
  property: string,
  message: string,
  env: Record<string, string | undefined>,
): string {
  const variable = variableOf(property);
  const secret = SECRETS.get(config.prototype)?.has(property) ?? false;
  const value = env[variable];
  const shown = value === undefined ? 'unset' : secret ? '[redacted]' : JSON.stringify(value);
  return `${variable} (${shown}): ${message.replace(property, variable)}`;
}
