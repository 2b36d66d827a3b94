import { isJsonObject } from '../interfaces/json.ts';

/** The object that a text says in JSON; null: none. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The arguments of a tool call as a model wrote them, nothing for none; null: they are no JSON object. */
export function parseArguments(text: string): Record<string, unknown> | null {
  return text.trim() === '' ? {} : parseJsonObject(text);
}

/** An object, or an empty one in the place of anything else. */
export function objectAt(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list; anything else is left out. */
export function objectsAt(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A text that is not empty, also where the other side writes it as a number; null: neither. */
export function textAt(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}
