import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in French', () => {
  test.each([
    ['Il coûte 1 234,50 €.', 'Il coûte mille deux cent trente-quatre euros et cinquante centimes.'],
    [
      '€12,50, 12.50 EUR, $19.99',
      'douze euros et cinquante centimes, douze euros et cinquante centimes, dix-neuf dollars et quatre-vingt-dix-neuf cents',
    ],
    [
      '21 €, 1 €, 0,99 €, 80 CHF',
      'vingt et un euros, un euro, quatre-vingt-dix-neuf centimes, quatre-vingts francs suisses',
    ],
    [
      '2 millions d’euros, 2 M€, 1,5 million €, 5 k€',
      "deux millions d’euros, deux millions d'euros, un virgule cinq million d'euros, cinq mille euros",
    ],
    [
      '10–15 €, 5 €/mois, 1 500 €/m²',
      'dix à quinze euros, cinq euros par mois, mille cinq cents euros par mètre carré',
    ],
    ['-5 €, ~20 €, 1 000 000 €', "moins cinq euros, environ vingt euros, un million d'euros"],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'fr')).toBe(spoken));
});

describe('numbers in French', () => {
  test.each([
    ['1 ou 2 nuits, ½ l, 2½ kg', 'une ou deux nuits, un demi litre, deux et demi kilogrammes'],
    [
      '21 chambres, 1 nuit, 1 homme, 81 personnes',
      'vingt et une chambres, une nuit, un homme, quatre-vingt-une personnes',
    ],
    [
      'la chambre 21, 1,5 kg, 0,5 l, 3,14 et 2,05',
      'la chambre vingt et un, un virgule cinq kilogramme, zéro virgule cinq litre, trois virgule quatorze et deux virgule zéro cinq',
    ],
    [
      '3 m², 20 °C, 100 km/h, 21 %, 1/2 kg',
      'trois mètres carrés, vingt degrés Celsius, cent kilomètres par heure, vingt et un pour cent, un demi kilogramme',
    ],
    [
      'la 1re fois, le 2e étage, le 3ème, la 2nde, 21e',
      'la première fois, le deuxième étage, le troisième, la seconde, vingt et unième',
    ],
    [
      '3-5 jours, 1/2 heure, 2/3, 24h/24 et 7j/7',
      'trois à cinq jours, une demi heure, deux tiers, vingt-quatre heures sur vingt-quatre et sept jours sur sept',
    ],
    [
      '5 > 3, 2 + 2 = 4, Tom & Jerry',
      'cinq est supérieur à trois, deux plus deux égale quatre, Tom et Jerry',
    ],
    ['l’1,5 kg, 12B, 2.1.3', 'l’un virgule cinq kilogramme, douze B, deux point un point trois'],
    ['2 × 10 €, 30 x 20 cm, ±5', 'deux fois dix euros, trente sur vingt centimètres, plus ou moins cinq'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'fr')).toBe(spoken));
});

describe('dates and times in French', () => {
  test.each([
    ['rendez-vous le 1er mars à 9h15', 'rendez-vous le premier mars à neuf heures quinze'],
    [
      'le 28/11/2026 à 14 h 30, le 2026-11-28',
      'le vingt-huit novembre deux mille vingt-six à quatorze heures trente, le vingt-huit novembre deux mille vingt-six',
    ],
    [
      'le 28.11.2026, le 28/11, le 28 nov. 2026',
      'le vingt-huit novembre deux mille vingt-six, le vingt-huit novembre, le vingt-huit novembre deux mille vingt-six',
    ],
    [
      'de 9h à 17h30, 9h-17h, 9:00–18:00',
      'de neuf heures à dix-sept heures trente, neuf heures à dix-sept heures, neuf heures à dix-huit heures',
    ],
    [
      '2 h, 8 h, 0h30, 2:30 p.m.',
      "deux heures, huit heures, zéro heure trente, deux heures trente de l'après-midi.",
    ],
    [
      'Lun–Ven, 3-5 mai, en 1998',
      'lundi à vendredi, trois à cinq mai, en mille neuf cent quatre-vingt-dix-huit',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'fr')).toBe(spoken));
});

describe('phone numbers and codes in French', () => {
  test.each([
    [
      'Appelez le 06 12 34 56 78.',
      'Appelez le zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit.',
    ],
    [
      '0612345678 ou +33 6 12 34 56 78',
      'zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit ou plus trente-trois, six, douze, trente-quatre, cinquante-six, soixante-dix-huit',
    ],
    ['carte 4111 1111 1111 1111', 'carte quatre un un un, un un un un, un un un un, un un un un'],
    ['Votre code est le 482913.', 'Votre code est le quatre huit deux, neuf un trois.'],
    [
      'commande nº 4711, commande A-4711-XB',
      'commande numéro quatre sept un un, commande A, quatre sept un un, X B',
    ],
    [
      'FR76 3000 6000 0112 3456 7890 189',
      'F R sept six, trois zéro zéro zéro, six zéro zéro zéro, zéro un un deux, trois quatre cinq six, sept huit neuf zéro, un huit neuf',
    ],
    ['Je commande 3000 pizzas. Composez le 112.', 'Je commande trois mille pizzas. Composez le un un deux.'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'fr')).toBe(spoken));
});

describe('abbreviations in French', () => {
  test.each([
    ['M. et Mme Petit, le Dr Roche', 'Monsieur et Madame Petit, le docteur Roche'],
    [
      '12 av. Foch, 5 bd Voltaire, n° 5, appt. 3',
      'douze avenue Foch, cinq boulevard Voltaire, numéro cinq, appartement trois',
    ],
    ['p. ex. env. 5 min. à pied, etc.', 'par exemple environ cinq minutes à pied, et cetera.'],
    ['c.-à-d. le rdv de M. Roux', "c'est-à-dire le rendez-vous de Monsieur Roux"],
    [
      'contact@mon-site.fr ou www.mon-site.fr/prix',
      'contact arobase mon tiret site point fr ou mon tiret site point fr barre oblique prix',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'fr')).toBe(spoken));
});
