import type { Position } from './document-store.ts';

/** The position after a page, as clients pass it back. */
export function cursorOf({ at, id }: Position): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** Null if the cursor is invalid. */
export function positionOf(cursor: string): Position | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,15})$/.exec(text);
  const [, at = '', id = ''] = match ?? [];
  return match === null || Number.isNaN(Date.parse(at)) ? null : { at, id: Number(id) };
}
