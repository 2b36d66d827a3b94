/** An espeak-ng voice for a language of the catalog. */
export interface EspeakVoice {
  /** The language as `espeak-ng --voices` names it. */
  name: string;
  /** ISO 639-1 code. */
  language: string;
  displayName: string;
  accent: string | null;
}

const voice = (name: string, displayName: string, rest: Partial<EspeakVoice> = {}): EspeakVoice => ({
  name,
  language: name,
  displayName,
  accent: null,
  ...rest,
});

/**
 * Arabic, Hebrew, Japanese and Chinese are missing: espeak-ng 1.51 cannot read their usual spelling. It drops unwritten
 * vowels and names characters instead of reading them.
 */
export const ESPEAK_VOICES: readonly EspeakVoice[] = [
  voice('en-us', 'English', { language: 'en', accent: 'American' }),
  voice('en-gb', 'English', { language: 'en', accent: 'British' }),
  voice('ro', 'Romanian'),
  voice('fr-fr', 'French', { language: 'fr' }),
  voice('es', 'Spanish', { accent: 'Castilian' }),
  voice('es-419', 'Spanish', { language: 'es', accent: 'Latin American' }),
  voice('de', 'German'),
  voice('lt', 'Lithuanian'),
  voice('it', 'Italian'),
  voice('pt', 'Portuguese', { accent: 'European' }),
  voice('pt-br', 'Portuguese', { language: 'pt', accent: 'Brazilian' }),
  voice('da', 'Danish'),
  voice('nl', 'Dutch'),
  voice('pl', 'Polish'),
  voice('sv', 'Swedish'),
  voice('nb', 'Norwegian', { language: 'no' }),
  voice('fi', 'Finnish'),
  voice('cs', 'Czech'),
  voice('sk', 'Slovak'),
  voice('hu', 'Hungarian'),
  voice('bg', 'Bulgarian'),
  voice('el', 'Greek'),
  voice('tr', 'Turkish'),
  voice('ru', 'Russian'),
  voice('uk', 'Ukrainian'),
  voice('hi', 'Hindi'),
  voice('ko', 'Korean'),
  voice('vi', 'Vietnamese', { accent: 'Northern' }),
  voice('id', 'Indonesian'),
];

/** Suffix of the voice code of the female variant. */
export const FEMALE_SUFFIX = '-female';
