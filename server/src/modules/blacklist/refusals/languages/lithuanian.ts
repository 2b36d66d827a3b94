import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const me = '(?:man|mums|cia|siuo numeriu|i si numeri)';
const dontRing = 'ne ?(?:be ?)?skambink(?:it|ite)?';
const forGood = '(?:daugiau|niekada|niekada daugiau|daugiau niekada)';
const dontWant = '(?:as )?(?:nenoriu|nebenoriu|nenorime|nebenorime|nepageidauju|nepageidaujame)';

export const lithuanian: Refusals = {
  firm: anyOf(
    `${dontRing} (?:${me} )?${forGood}`,
    // STT often separates or misspells the first syllable of "neskambinkite".
    `nu skambink(?:it|ite)? (?:${me} )?(?:daugiau|niekada)`,
    `${forGood} (?:${me} )?(?:prasau )?${dontRing}`,
    `${me} ${forGood} (?:prasau )?${dontRing}`,
    `ne ?be ?skambink(?:it|ite)?`,
    `${dontWant} (?:daugiau )?(?:, )?kad ${me} (?:daugiau|dar|vel|be) ?skambin\\p{L}+`,
    `${dontWant} (?:daugiau )?(?:gauti )?(?:jusu |tokiu |siu |daugiau |jokiu )*skambuciu`,
    `(?:nustok|nustokit|nustokite|baikit|baikite|baik|liaukites) (?:${me} )?skambin\\p{L}+`,
    '(?:istrink|istrinkit|istrinkite|isbraukite|isbraukit|pasalinkite|pasalinkit|ismeskite) (?:mane|mus|mano numeri|musu numeri) is (?:\\p{L}+ )?(?:saraso|sarasu|bazes|baziu|sistemos)',
  ),
  bare: anyOf(
    `${dontRing}(?: ${me})?`,
    `${me} ${dontRing}`,
    `${dontWant} (?:, )?kad ${me} skambin\\p{L}+`,
    '(?:istrinkite|istrinkit|istrink|pamirskite) mano (?:telefono )?numeri',
    '(?:palikite|palikit|palik) (?:mane|mus) ramybeje',
    '(?:daugiau )?(?:manes )?netrukdykite(?: manes)?(?: daugiau)?',
    '(?:daugiau )?jokiu skambuciu',
  ),
  fillers: startsWith(
    ',|prasau|prasom|aciu|dekui|viso gero|viso|ir|gerai|niekada|daugiau|sudie|labai',
    'manes (?:tai )?nedomina|man neidomu|nesidomiu|as nesidomiu',
  ),
  limits: startsWith(
    'pries|po|siandien|rytoj|dabar|iki|kai|kada|jei|jeigu|kol|vakare|vakarais|ryte|rytais|nakti|naktimis',
    'i darba|darbe|savaitgali\\p{L}*|sekmadieni\\p{L}*|sestadieni\\p{L}*|taip|anksciau|veliau|nebent|per|be|is|del',
    'as (?:pats |pati )?(?:paskambinsiu|perskambinsiu)|is kito|si|sia',
  ),
  turns: contains('kodel|^(?:jei|jeigu|kai|nes|kol|ar)|(?:nesakau|nesakiau)|(?:jie|jis|ji|jos)$'),
};
