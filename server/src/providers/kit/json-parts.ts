import { isJsonObject } from '../interfaces/json.ts';

/** Parses a JSON object; null for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Parses a model's tool arguments; null if they are not a JSON object. Empty text means no arguments. */
export function parseArguments(text: string): Record<string, unknown> | null {
  return text.trim() === '' ? {} : parseJsonObject(text);
}

/** The value if it is an object, else an empty object. */
export function objectAt(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list; other items are dropped. */
export function objectsAt(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A non-empty text, or a number as text; null for anything else. */
export function textAt(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}
