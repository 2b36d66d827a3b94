import { type FromBrowser, fromBrowser } from '#contract/browser-call.ts';
import { isJsonObject } from '../../providers/interfaces/json.ts';

/**
 * Parses a text message of a browser.
 * @returns `unknown` for an unknown type of a later version, null if malformed. Never throws.
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
