import { genderOf, STOCK_VOICES } from './known-voices.ts';

/** Languages, voices and models of the server. */
export interface Catalog {
  languages: { id: number; name: string; iso_2: string }[];
  /** Voices of pipeline mode. */
  voices: { id: number; name: string; language_id: number | null; gender: string | null }[];
  /** Language models. */
  models: { id: number; name: string; code?: string | undefined }[];
}

interface Match<Item> {
  item: Item;
  isExact: boolean;
}

/** `en-US` → English. Null if the server does not speak the language. */
export function matchLanguage({ languages }: Catalog, code: string): Catalog['languages'][number] | null {
  const short = code.toLowerCase().split(/[-_]/, 1)[0];
  return languages.find(({ iso_2: iso }) => iso === short) ?? null;
}

/** The voice of the language with the same name, else with the same gender, else the first. */
export function matchVoice(
  { voices }: Catalog,
  hint: string | null,
  languageId: number,
): Match<Catalog['voices'][number]> | null {
  const own = voices.filter((voice) => voice.language_id === languageId);
  const spoken = own.length > 0 ? own : voices.filter((voice) => voice.language_id === null);
  const stock = hint === null ? undefined : STOCK_VOICES[hint];
  const name = (stock?.name ?? hint?.replace(/^.*[-_/]/, '') ?? '').toLowerCase();
  const same = spoken.find(
    (voice) =>
      name !== '' &&
      voice.name
        .toLowerCase()
        .split(/[\s(,–-]+/)
        .includes(name),
  );
  if (same !== undefined) return { item: same, isExact: true };
  const gender = stock?.gender ?? genderOf(name);
  const item = spoken.find((voice) => gender !== null && voice.gender?.toLowerCase() === gender) ?? spoken[0];
  return item === undefined ? null : { item, isExact: false };
}

/** The model with the same name, else the one with the longest common prefix of its family, else the first. */
export function matchModel(
  { models }: Catalog,
  hint: string | null,
): Match<Catalog['models'][number]> | null {
  const wanted = plain(hint ?? '');
  const names = ({ name, code = '' }: Catalog['models'][number]): string[] => [
    plain(name),
    plain(code.replace(/^.*\//, '')),
  ];
  const same = models.find((model) => wanted !== '' && names(model).includes(wanted));
  if (same !== undefined) return { item: same, isExact: true };
  const scored = models.map((model) => ({
    model,
    common: Math.max(...names(model).map((name) => commonLength(name, wanted))),
  }));
  const best = scored.reduce<(typeof scored)[number] | null>(
    (found, one) => (found === null || one.common > found.common ? one : found),
    null,
  );
  if (best === null) return null;
  // A shorter common prefix is a coincidence: "gpt" and "gemini" are two families.
  if (best.common >= FAMILY_LENGTH) return { item: best.model, isExact: false };
  const first = models.find(({ name }) => !/offline/i.test(name)) ?? models[0];
  return first === undefined ? null : { item: first, isExact: false };
}

const FAMILY_LENGTH = 3;

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
