import { UsageError } from '../terminal/failures.ts';
import type { Invocation, OptionValues } from './verb.ts';

/** The text of an option; undefined if it was not given. */
export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function requiredOption(options: OptionValues, name: string): string {
  const value = textOption(options, name);
  if (value !== undefined && value.trim() !== '') return value;
  throw new UsageError(`--${dashed(name)} is missing.`);
}

export function hasOption(options: OptionValues, name: string): boolean {
  return options[name] === true;
}

export function listOption(options: OptionValues, name: string): readonly string[] {
  const value = options[name];
  return typeof value === 'object' ? value : [];
}

/** @param range smallest and largest valid number */
export function numberOption(
  options: OptionValues,
  name: string,
  range: { from: number; to: number },
): number | undefined {
  const value = textOption(options, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() !== '' && Number.isInteger(number) && number >= range.from && number <= range.to)
    return number;
  throw new UsageError(`--${dashed(name)} must be a whole number from ${range.from} to ${range.to}.`);
}

/** The argument at this position, which the verb requires. */
export function wordAt({ words }: Invocation, position: number): string {
  const word = words[position];
  if (typeof word === 'string') return word;
  throw new UsageError('An argument is missing.');
}

export function optionalWordAt({ words }: Invocation, position: number): string | undefined {
  const word = words[position];
  return typeof word === 'string' ? word : undefined;
}

/** The words of the verb's list argument. */
export function listAt({ words }: Invocation, position: number): readonly string[] {
  const word = words[position];
  return typeof word === 'object' ? word : [];
}

/** `key=value` pairs. A value that is valid JSON is parsed; other values are text. */
export function pairs(texts: readonly string[], flag: string): Record<string, unknown> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`${flag} takes name=value, not "${text}".`);
      return [text.slice(0, at).trim(), jsonOrText(text.slice(at + 1))];
    }),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
