import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in Lithuanian', () => {
  test.each([
    ['Kaina 1 234,50 €.', 'Kaina tūkstantis du šimtai trisdešimt keturi eurai penkiasdešimt centų.'],
    [
      '21 eurų, 21 €, 1 €, 2 eurai, 10 eurų',
      'dvidešimt vienas euras, dvidešimt vienas euras, vienas euras, du eurai, dešimt eurų',
    ],
    [
      'Kainuoja 25 eurus, kainuoja 21 €, nuo 5 eurų',
      'Kainuoja dvidešimt penkis eurus, kainuoja dvidešimt vieną eurą, nuo penkių eurų',
    ],
    [
      '€12,50, 12,50 Eur, 0,50 €, $19.99',
      'dvylika eurų penkiasdešimt centų, dvylika eurų penkiasdešimt centų, penkiasdešimt centų, devyniolika dolerių devyniasdešimt devyni centai',
    ],
    [
      '10–15 €, 5 €/mėn., 9 €/m²',
      'nuo dešimties iki penkiolikos eurų, penki eurai per mėnesį, devyni eurai už kvadratinį metrą',
    ],
    ['2 mln. eurų, 1 000 000 €, 5 eurų nuolaida', 'du milijonai eurų, milijonas eurų, penkių eurų nuolaida'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'lt')).toBe(spoken));
});

describe('numbers in Lithuanian', () => {
  test.each([
    ['2 ar 3 naktys', 'dvi ar trys naktys'],
    [
      '21 kambarys, 2 naktys, 5 dienos, 5 dienas, 11 dienų',
      'dvidešimt vienas kambarys, dvi naktys, penkios dienos, penkias dienas, vienuolika dienų',
    ],
    [
      'Stalikas 4 asmenims, 1 diena, 1 mėnuo, 2 žmonės',
      'Stalikas keturiems asmenims, viena diena, vienas mėnuo, du žmonės',
    ],
    [
      'prieš 2 dienas, per 3 valandas, su 5 eurais',
      'prieš dvi dienas, per tris valandas, su penkiais eurais',
    ],
    [
      '1234,5 kg, 3 m², 20 °C, 21 %, 100 km/h',
      'tūkstantis du šimtai trisdešimt keturi kablelis penki kilogramo, trys kvadratiniai metrai, dvidešimt laipsnių Celsijaus, dvidešimt vienas procentas, šimtas kilometrų per valandą',
    ],
    [
      '1-as aukštas, 2-oji vieta, 5-ame aukšte, 3-iasis',
      'pirmas aukštas, antroji vieta, penktame aukšte, trečiasis',
    ],
    [
      '3-5 dienos, nuo 10 iki 20 €, 1/2 kg',
      'nuo trijų iki penkių dienų, nuo dešimties iki dvidešimties eurų, pusė kilogramo',
    ],
    ['5 > 3, 2 + 2 = 4, Tomas & Co', 'penki daugiau už trys, du plius du lygu keturi, Tomas ir Co'],
    [
      '100, 1100, 21000, 3,14 ir 2,05, -5',
      'šimtas, tūkstantis šimtas, dvidešimt vienas tūkstantis, trys kablelis keturiolika ir du kablelis nulis penki, minus penki',
    ],
    [
      '2 metai, 36 metai, nuo 5 metų, 3 aukšte, 5 žmonių grupė',
      'dveji metai, trisdešimt šešeri metai, nuo penkerių metų, trečiame aukšte, penkių žmonių grupė',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'lt')).toBe(spoken));
});

describe('dates and times in Lithuanian', () => {
  test.each([
    [
      '2026 m. lapkričio 28 d., iki lapkričio 28 d.',
      'du tūkstančiai dvidešimt šeštų metų lapkričio dvidešimt aštunta diena, iki lapkričio dvidešimt aštuntos dienos.',
    ],
    [
      'susitikimas 2026-11-28, data: 28.11.2026',
      'susitikimas du tūkstančiai dvidešimt šeštų metų lapkričio dvidešimt aštuntą dieną, data: du tūkstančiai dvidešimt šeštų metų lapkričio dvidešimt aštunta diena',
    ],
    [
      '14:30, 14.30 val., 9:05',
      'keturiolika valandų trisdešimt minučių, keturiolika valandų trisdešimt minučių, devynios valandos penkios minutės',
    ],
    ['2 val. 30 min.', 'dvi valandos trisdešimt minučių.'],
    [
      'nuo 9:00 iki 17:00, 9:00–17:00, 9–17 val.',
      'nuo devynių valandų iki septyniolikos valandų, nuo devynių valandų iki septyniolikos valandų, nuo devynių iki septyniolikos valandų.',
    ],
    ['I–V, Pr–Pn', 'nuo pirmadienio iki penktadienio, nuo pirmadienio iki penktadienio'],
    [
      '1998 m. įkurta, nuo 1998 m., 1990 metais',
      'tūkstantis devyni šimtai devyniasdešimt aštuntais metais įkurta, nuo tūkstantis devyni šimtai devyniasdešimt aštuntų metų, tūkstantis devyni šimtai devyniasdešimtais metais',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'lt')).toBe(spoken));
});

describe('phone numbers and codes in Lithuanian', () => {
  test.each([
    ['Skambinkite 8 612 34567.', 'Skambinkite aštuoni, šeši vienas du, trys keturi penki, šeši septyni.'],
    [
      '+370 612 34567, (8 5) 212 3456',
      'plius trys septyni nulis, šeši vienas du, trys keturi penki, šeši septyni, aštuoni, penki, du vienas du, trys keturi penki šeši',
    ],
    [
      'kortelė 4111 1111 1111 1111',
      'kortelė keturi vienas vienas vienas, vienas vienas vienas vienas, vienas vienas vienas vienas, vienas vienas vienas vienas',
    ],
    [
      'kodas 482913, užsakymo numeris yra 4711',
      'kodas keturi aštuoni du, devyni vienas trys, užsakymo numeris yra keturi septyni vienas vienas',
    ],
    ['užsakymas A-4711-XB', 'užsakymas A, keturi septyni vienas vienas, X B'],
    [
      'LT12 1000 0111 0100 1000',
      'L T vienas du, vienas nulis nulis nulis, nulis vienas vienas vienas, nulis vienas nulis nulis, vienas nulis nulis nulis',
    ],
    [
      '482913 gyventojų, skambinkite 112',
      'keturi šimtai aštuoniasdešimt du tūkstančiai devyni šimtai trylika gyventojų, skambinkite vienas vienas du',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'lt')).toBe(spoken));
});

describe('abbreviations in Lithuanian', () => {
  test.each([
    ['p. Jonas, dr. Petraitis, pvz., ir kt.', 'ponas Jonas, daktaras Petraitis, pavyzdžiui, ir kita.'],
    [
      'Gedimino pr. 9, Vilniaus g. 5, Nr. 5',
      'Gedimino prospektas devyni, Vilniaus gatvė penki, numeris penki',
    ],
    [
      't. y. apie 5 min., tel. 112233',
      'tai yra apie penkias minutes, telefonas šimtas dvylika tūkstančių du šimtai trisdešimt trys',
    ],
    [
      'info@pavyzdys.lt, www.pavyzdys.lt/kainos',
      'info eta pavyzdys taškas lt, pavyzdys taškas lt pasvirasis brūkšnys kainos',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'lt')).toBe(spoken));
});
