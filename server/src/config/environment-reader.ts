export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables and collects their problems. Empty variables count as unset. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  /** Comma-separated, without empty items. */
  list(name: string): string[] {
    const parts = (this.text(name) ?? '').split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }

  integer(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    return fallback;
  }

  decimal(name: string, fallback: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
    this.problems.push(`${name} must be a number such as 25.50, not "${text}".`);
    return fallback;
  }

  flag(name: string, fallback = false): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (['1', 'true', 'on', 'yes'].includes(text)) return true;
    if (!['0', 'false', 'off', 'no'].includes(text))
      this.problems.push(`${name} must be on or off, not "${text}".`);
    return false;
  }

  choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined)
      this.problems.push(`${name} must be one of ${values.join(', ')}, not "${text}".`);
    return value ?? fallback;
  }

  url(name: string, protocols: readonly string[]): string | null {
    const text = this.text(name);
    if (text === null) return null;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    // The value may contain a password, so the message does not repeat it.
    this.problems.push(
      `${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
    );
    return null;
  }

  parsed<Value>(name: string, parse: (text: string) => { value: Value } | { problem: string }): Value | null {
    const text = this.text(name);
    if (text === null) return null;
    const result = parse(text);
    if ('value' in result) return result.value;
    this.problems.push(`${name} ${result.problem}`);
    return null;
  }
}
