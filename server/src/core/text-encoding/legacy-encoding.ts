import { detectAll } from 'jschardet';

/** An encoding that `TextDecoder` supports, or the name of an unsupported one. */
export type LegacyEncoding = { kind: 'readable'; encoding: string } | { kind: 'unreadable'; name: string };

/** Detector names that `TextDecoder` spells differently. */
const SPELLINGS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  'iso8859-16': 'iso-8859-16',
};

/** Encodings still found in files, by script. The detector knows many more and confuses them on short texts. */
const LIKELY = new Set([
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'ibm866',
  'koi8-r',
  'koi8-u',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-16',
]);
/** DOS code pages, which `TextDecoder` lacks. */
const UNREADABLE = /^(?:ibm|cp)(?:437|737|775|85\d|86[0-5])$/;

/** The default of western Windows spreadsheets; chosen unless another encoding is clearly more likely. */
const FALLBACK_ENCODING = 'windows-1252';
/**
 * Required lead over the fallback. A few words reach the first confidence, two names the second; a lower confidence
 * needs a larger lead.
 */
const CLEAR = [
  { confidence: 0.07, timesFallback: 1.2 },
  { confidence: 0.03, timesFallback: 1.7 },
];
const MIN_UNREADABLE = { confidence: 0.1, timesReadable: 1.1 };

interface Candidate {
  encoding: string;
  confidence: number;
}

/** Encodings of languages with Latin letters, which the detector confuses in a few names. */
const LATIN = new Set([
  'windows-1250',
  'windows-1252',
  'windows-1254',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-16',
]);

/**
 * Detects the encoding of non-Unicode text.
 * @param lines about a thousand bytes of the text, preferably with non-ASCII letters
 * @param expected the usual encoding of the text's country; null if unknown
 */
export function legacyEncoding(lines: Uint8Array, expected: string | null = null): LegacyEncoding {
  const found = detectAll(lines, { minimumThreshold: 0 }).map(({ encoding, confidence }) => ({
    encoding: spelled(encoding ?? ''),
    confidence,
  }));
  const likely = bestOf(
    found.filter(({ encoding }) => LIKELY.has(encoding)),
    lines,
  );
  const best = expected !== null && fitsBetter(lines, expected, likely) ? expected : likely;
  const unreadable = found.find(({ encoding }) => UNREADABLE.test(encoding));
  return unreadable !== undefined &&
    unreadable.confidence >= MIN_UNREADABLE.confidence &&
    unreadable.confidence >= MIN_UNREADABLE.timesReadable * confidenceIn(found, best)
    ? { kind: 'unreadable', name: unreadable.encoding }
    : { kind: 'readable', encoding: best };
}

function spelled(name: string): string {
  const lower = name.toLowerCase();
  return SPELLINGS[lower] ?? lower;
}

function bestOf(candidates: readonly Candidate[], lines: Uint8Array): string {
  const usual = confidenceIn(candidates, FALLBACK_ENCODING);
  // Ties go to the Windows encoding.
  const best = candidates
    .filter(({ encoding }) => encoding !== FALLBACK_ENCODING)
    .sort((a, b) => b.confidence - a.confidence || Number(isOfWindows(b)) - Number(isOfWindows(a)))
    .find(({ encoding }) => isPlausible(lines, encoding));
  if (best === undefined) return FALLBACK_ENCODING;
  const isClear = CLEAR.some(
    ({ confidence, timesFallback }) =>
      best.confidence >= confidence && best.confidence >= timesFallback * usual,
  );
  return isClear || !isPlausible(lines, FALLBACK_ENCODING) ? best.encoding : FALLBACK_ENCODING;
}

/**
 * Prefers the expected encoding of the same script. Latin text in another script's encoding mixes both scripts in a
 * word, and is then implausible.
 */
function fitsBetter(lines: Uint8Array, expected: string, found: string): boolean {
  return LATIN.has(found) && isPlausible(lines, expected);
}

function confidenceIn(candidates: readonly Candidate[], encoding: string): number {
  return candidates.find((candidate) => candidate.encoding === encoding)?.confidence ?? 0;
}

function isOfWindows({ encoding }: Candidate): boolean {
  return encoding.startsWith('windows-');
}

/** No language writes `Iaºi`, `Dvoّlk` or `Bra猼v`: signs inside words, or letters of two scripts. */
function isPlausible(lines: Uint8Array, encoding: string): boolean {
  const text = new TextDecoder(encoding).decode(lines);
  const wrong = impossibleWords.reduce((count, pattern) => count + (text.match(pattern)?.length ?? 0), 0);
  return wrong <= 0.05 * (text.match(/[^\0-\x7f]/gu)?.length ?? 0);
}

const impossibleWords = [
  /(?<=\p{L})[ªº¹²³¼½¾¿¡¢£¤¥¦§](?=\p{L})|(?<![\p{L}\p{N}])[ªº¹²³](?=\p{L})/gu,
  /(?<=[a-z])[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}]/giu,
  /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}](?=[a-z])/giu,
  // Japanese mixes in Latin words, but never a single letter inside one or at its start.
  /(?<=[a-z]|(?<!\p{L}))[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}](?=[a-z])/giu,
  /(?<=[a-z])[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}](?!\p{L})/giu,
];
