const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'mr mrs ms dr prof st jr sr vs no nr approx dept est inc ltd co corp e.g i.e a.m p.m u.s u.k ph.d jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri ext tel min max ave blvd rd apt',
  de: 'z.b d.h u.a o.ä bzw ca nr str dr prof hr fr hrn abs evtl ggf inkl exkl zzgl mind max min tel st jh mio mrd std abs',
  ro: 'dl dna d-na dr prof ing nr str bd bl sc et ap tel aprox ex max min jud mun com ș.a p.ex dvs',
  fr: 'mme mlle mm dr pr st ste av bd env ex tél p.ex c.-à-d no max min apr janv févr juil sept oct nov déc pl rte bât appt réf pers',
  es: 'sr sra srta dr dra ud uds av avda núm tel aprox p.ej ej ee.uu máx mín pág prof dña ctra pza nro lic ing págs',
  it: 'sig sigg sig.ra dott dott.ssa ing avv prof geom arch tel es p.es max min pag egr spett p.zza v.le c.so l.go f.lli cod rif cell num pagg',
  lt: 'pvz t.y dr prof mėn val min gyv tel kt nr vad max tūkst mln mlrd psl mob proc',
  pt: 'sr sra srs dr dra av exmo tel ex p.ex máx mín núm prof pág srs apto aprox eng exma págs',
  da: 'hr fr dr f.eks bl.a ca dvs nr tlf kl evt inkl ekskl maks min mio mia maks vedr jf afd',
  nl: 'dhr mevr mw dr prof bijv d.w.z ca nr tel o.a m.a.w max min str',
};

const sets = new Map<string, ReadonlySet<string>>();

/** Abbreviations ending in a period that does not end a sentence; lowercase, without that period. */
export function abbreviationsOf(language: string): ReadonlySet<string> {
  const known = sets.get(language);
  if (known !== undefined) return known;
  const own = Object.hasOwn(BY_LANGUAGE, language) ? (BY_LANGUAGE[language] ?? '') : '';
  // English abbreviations occur in all languages: "Dr.", "St.", "Inc.".
  const made = new Set(`${own} ${BY_LANGUAGE['en']}`.split(/\s+/).filter((word) => word !== ''));
  if (!Object.hasOwn(BY_LANGUAGE, language)) return made;
  sets.set(language, made);
  return made;
}

/** Languages that write ordinals with a period: "am 3. Mai", "den 5. juni". */
const ORDINAL_STOPS = new Set([
  'de',
  'da',
  'no',
  'nb',
  'cs',
  'sk',
  'pl',
  'hu',
  'fi',
  'et',
  'lv',
  'hr',
  'sl',
  'sr',
  'tr',
  'is',
]);

export function writesOrdinalsWithStop(language: string): boolean {
  return ORDINAL_STOPS.has(language);
}
