/** A value of the environment is unusable; the message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset: compose files and shells unset variables that way. */
export function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function invalid(name: string, problem: string): ConfigError {
  return new ConfigError(`${name} ${problem}`);
}

export function readPort(env: Environment, name: string): number | undefined {
  const text = read(env, name);
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw invalid(name, 'must be a number from 0 to 65535');
  }
  return port;
}

/** @param most at most 9,999 */
export function readSeconds(
  env: Environment,
  name: string,
  otherwise: number,
  most: number,
): number {
  const text = read(env, name) ?? String(otherwise);
  if (!/^\d{1,4}$/.test(text) || Number(text) > most) {
    throw invalid(name, `must be a number of seconds from 0 to ${most}`);
  }
  return Number(text);
}
