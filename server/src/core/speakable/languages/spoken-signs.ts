/** How signs in addresses and numbers are read aloud. */
export interface SpokenSigns {
  dot: string;
  slash: string;
  at: string;
  dash: string;
  underscore: string;
  and: string;
  to: string;
  plus: string;
}

const SIGNS: Readonly<Record<string, string>> = {
  en: 'dot slash at dash underscore and to plus',
  ro: 'punct slash arond liniuță underscore și până_la plus',
  de: 'Punkt Schrägstrich ät Bindestrich Unterstrich und bis plus',
  fr: 'point barre_oblique arobase tiret tiret_bas et à plus',
  es: 'punto barra arroba guion guion_bajo y a más',
  it: 'punto barra chiocciola trattino trattino_basso e a più',
  lt: 'taškas pasvirasis_brūkšnys eta brūkšnelis pabraukimas ir iki plius',
  pt: 'ponto barra arroba hífen sublinhado e a mais',
  da: 'punktum skråstreg snabel-a bindestreg understreg og til plus',
  ar: 'نقطة شرطة_مائلة آت شرطة شرطة_سفلية و إلى زائد',
  nl: 'punt schuine_streep apenstaartje streepje laag_streepje en tot plus',
};

/** Default: English. */
export function spokenSigns(language: string): SpokenSigns {
  const known = Object.hasOwn(SIGNS, language) ? SIGNS[language] : undefined;
  const words = (known ?? SIGNS['en'] ?? '').split(' ').map((word) => word.replaceAll('_', ' '));
  const [dot = '', slash = '', at = '', dash = '', underscore = '', and = '', to = '', plus = ''] = words;
  return { dot, slash, at, dash, underscore, and, to, plus };
}
