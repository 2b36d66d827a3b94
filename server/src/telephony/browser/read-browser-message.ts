import { type FromBrowser, fromBrowser } from '#contract/browser-call.ts';
import { isJsonObject } from '../../providers/interfaces/json.ts';

/**
 * What a text message of a browser says.
 * @returns `unknown` for a type of a later version, null for what cannot be read. Never throws.
 */
export function readBrowserMessage(text: string): FromBrowser | 'unknown' | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(json) || typeof json['type'] !== 'string') return null;
  const isKnown = fromBrowser.options.some(({ shape }) => shape.type.value === json['type']);
  return isKnown ? (fromBrowser.safeParse(json).data ?? null) : 'unknown';
}
