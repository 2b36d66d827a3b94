import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';

/** What Deepgram understood of a stretch of a connection's audio. */
export interface ListenResult {
  text: string;
  isFinal: boolean;
  /** The answer to `Finalize`. */
  isFromFinalize: boolean;
  /** Where the stretch ends, from the beginning of the connection. */
  endMs: number;
  /** ISO 639-1, where several were listened for. */
  language: string | null;
}

/** Reads a `Results` message; null: any other, or none. Never throws. */
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

/** The first of `languages` is the one that most words are in. */
function languageOf(alternative: Record<string, unknown>): string | null {
  const languages: unknown = alternative['languages'];
  const first = Array.isArray(languages) ? textAt(languages[0]) : null;
  return first?.slice(0, 2).toLowerCase() ?? null;
}

function secondsAt(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}
