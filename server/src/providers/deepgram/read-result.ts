import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';

/** The transcript of a part of a connection's audio. */
export interface ListenResult {
  text: string;
  isFinal: boolean;
  /** True if it answers `Finalize`. */
  isFromFinalize: boolean;
  /** End of the part, from the beginning of the connection. */
  endMs: number;
  /** ISO 639-1, if several languages were requested. */
  language: string | null;
}

/** Parses a `Results` message; null for other and malformed messages. Never throws. */
export function readResult(message: string): ListenResult | null {
  const json = parseJsonObject(message);
  if (json === null || json['type'] !== 'Results') return null;
  const [best] = objectsAt(objectAt(json['channel'])['alternatives']);
  const text = best?.['transcript'];
  return {
    text: typeof text === 'string' ? text.trim() : '',
    isFinal: json['is_final'] === true,
    isFromFinalize: json['from_finalize'] === true,
    endMs: (secondsAt(json['start']) + secondsAt(json['duration'])) * 1000,
    language: languageOf(best ?? {}),
  };
}

/** The first of `languages` is the dominant one. */
function languageOf(alternative: Record<string, unknown>): string | null {
  const languages: unknown = alternative['languages'];
  const first = Array.isArray(languages) ? textAt(languages[0]) : null;
  return first?.slice(0, 2).toLowerCase() ?? null;
}

function secondsAt(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}
