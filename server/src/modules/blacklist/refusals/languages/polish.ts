import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const ring = '(?:dzwonic|dzwoncie|dzwon|wydzwaniac|wydzwaniajcie)';
const forGood = '(?:wiecej|nigdy wiecej|juz|juz wiecej|nigdy)';

export const polish: Refusals = {
  firm: anyOf(
    `(?:do (?:mnie|nas) )?${forGood} (?:do (?:mnie|nas) )?nie ${ring}`,
    `nie ${ring} (?:juz )?do (?:mnie|nas) ${forGood}`,
    `nie ${ring} (?:tu |tutaj )?${forGood}`,
    'nie (?:zycze|zyczymy) sobie (?:\\p{L}+ )?(?:telefonow|polaczen|kontaktu)',
    'nie chce (?:\\p{L}+ )?(?:wiecej )(?:telefonow|polaczen)',
    '(?:usuncie|usunac|prosze usunac|wykreslcie|wykreslic)(?: prosze)? (?:mnie|moj numer) z (?:\\p{L}+ )?(?:listy|bazy|list|baz)',
    'przestancie (?:do (?:mnie|nas) )?(?:dzwonic|wydzwaniac)',
  ),
  bare: anyOf(
    `(?:prosze )?(?:do (?:mnie|nas) )nie ${ring}`,
    `nie ${ring} do (?:mnie|nas)`,
    '(?:usuncie|prosze usunac|skasujcie) moj numer',
    '(?:dajcie|prosze dac) mi (?:swiety )?spokoj',
  ),
  fillers: startsWith(',|prosze|dziekuje|nigdy|do widzenia|i|ok|dobrze|nie jestem zainteresowan\\p{L}*'),
  limits: startsWith(
    'przed|po|dzisiaj|dzis|jutro|teraz|o tej|do (?:\\d|poniedzialku|jutra)|kiedy|jesli|gdy|tak|rano',
    'wieczorem|w|podczas|z tego|ja zadzwonie',
  ),
  turns: contains('dlaczego|czemu|^(?:jesli|jezeli|kiedy|gdy|zanim)|nie (?:mowie|powiedzialem|powiedzialam)'),
};
