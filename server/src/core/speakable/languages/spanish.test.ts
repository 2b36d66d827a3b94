import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in Spanish', () => {
  test.each([
    ['Cuesta 1.234,50 €.', 'Cuesta mil doscientos treinta y cuatro euros con cincuenta céntimos.'],
    [
      '€1,234.50 o 12.50 EUR',
      'mil doscientos treinta y cuatro euros con cincuenta céntimos o doce euros con cincuenta céntimos',
    ],
    ['21 €, 1 €, 0,99 €, £21', 'veintiún euros, un euro, noventa y nueve céntimos, veintiuna libras'],
    [
      '2 millones de euros, 5 mil €, 1.000.000 €',
      'dos millones de euros, cinco mil euros, un millón de euros',
    ],
    ['10–15 €, 5 €/mes, 9 €/m²', 'diez a quince euros, cinco euros por mes, nueve euros por metro cuadrado'],
    ['$1,500.00 MXN, US$20, -5 €', 'mil quinientos pesos mexicanos, veinte dólares, menos cinco euros'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'es')).toBe(spoken));
});

describe('numbers in Spanish', () => {
  test.each([
    ['1 o 2 personas, 21 o 22 noches', 'una o dos personas, veintiuna o veintidós noches'],
    [
      '21 personas, 21 euros, 21 días, la habitación 21',
      'veintiuna personas, veintiún euros, veintiún días, la habitación veintiuno',
    ],
    [
      '31 habitaciones, 200 personas, 101 noches, 1 noche',
      'treinta y una habitaciones, doscientas personas, ciento una noches, una noche',
    ],
    [
      '21.000 personas, 231.000 €, 16, 22, 26',
      'veintiún mil personas, doscientos treinta y un mil euros, dieciséis, veintidós, veintiséis',
    ],
    [
      '1.234,5 kg, 3 m², 20 °C, 21 %, 100 km/h',
      'mil doscientos treinta y cuatro coma cinco kilogramos, tres metros cuadrados, veinte grados Celsius, veintiuno por ciento, cien kilómetros por hora',
    ],
    [
      '1.º, 2.ª planta, 3er piso, 1º piso, 20°',
      'primero, segunda planta, tercer piso, primer piso, veinte grados',
    ],
    ['3-5 días, 1-2 horas, 1/2 hora, 3/4', 'tres a cinco días, una a dos horas, media hora, tres cuartos'],
    [
      '5 > 3, 2 + 2 = 4, Tom & Jerry, +3',
      'cinco es mayor que tres, dos más dos igual a cuatro, Tom y Jerry, más tres',
    ],
    ['1 de cada 3, 3,14 y 2,05', 'uno de cada tres, tres coma catorce y dos coma cero cinco'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'es')).toBe(spoken));
});

describe('dates and times in Spanish', () => {
  test.each([
    ['el 21 de mayo, el 1 de mayo de 2026', 'el veintiuno de mayo, el primero de mayo de dos mil veintiséis'],
    ['El 28/11/2026 a las 14:30', 'El veintiocho de noviembre de dos mil veintiséis a las catorce y treinta'],
    [
      'el 2026-11-28, 28.11.2026, 5 de sept. de 2026',
      'el veintiocho de noviembre de dos mil veintiséis, veintiocho de noviembre de dos mil veintiséis, cinco de septiembre de dos mil veintiséis',
    ],
    [
      'a la 1:00, a las 21:00, a las 14.30, 14.30 h',
      'a la una, a las veintiuna, a las catorce y treinta, catorce y treinta',
    ],
    [
      'de 9:00 a 17:30, 2:30 p. m., 10 a.m.',
      'de nueve a diecisiete y treinta, dos y treinta de la tarde, diez de la mañana.',
    ],
    ['lun-vie, L-V, en 1998', 'lunes a viernes, lunes a viernes, en mil novecientos noventa y ocho'],
    ['1 h 30 min, 1h30', 'una hora treinta minutos, una y treinta'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'es')).toBe(spoken));
});

describe('phone numbers and codes in Spanish', () => {
  test.each([
    [
      'Llame al 612 34 56 78 o al +34 612 34 56 78.',
      'Llame al seis uno dos, tres cuatro, cinco seis, siete ocho o al más tres cuatro, seis uno dos, tres cuatro, cinco seis, siete ocho.',
    ],
    ['Mi teléfono es 612 345 678.', 'Mi teléfono es seis uno dos, tres cuatro cinco, seis siete ocho.'],
    [
      '912 345 678 personas',
      'novecientos doce millones trescientas cuarenta y cinco mil seiscientas setenta y ocho personas',
    ],
    [
      'tarjeta 4111 1111 1111 1111',
      'tarjeta cuatro uno uno uno, uno uno uno uno, uno uno uno uno, uno uno uno uno',
    ],
    [
      'Su código es 482913, PIN: 0482',
      'Su código es cuatro ocho dos, nueve uno tres, PIN: cero cuatro ocho dos',
    ],
    ['pedido nº A-4711-XB', 'pedido número A, cuatro siete uno uno, X B'],
    [
      'ES91 2100 0418 4502 0005 1332',
      'E S nueve uno, dos uno cero cero, cero cuatro uno ocho, cuatro cinco cero dos, cero cero cero cinco, uno tres tres dos',
    ],
    [
      '482913 habitantes. Marque 112.',
      'cuatrocientos ochenta y dos mil novecientos trece habitantes. Marque uno uno dos.',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'es')).toBe(spoken));
});

describe('abbreviations in Spanish', () => {
  test.each([
    ['el Sr. López y la Sra. Ruiz, Dr. Gil', 'el señor López y la señora Ruiz, doctor Gil'],
    ['Avda. Diagonal n.º 12, C/ Mayor, 3.º B', 'avenida Diagonal número doce, calle Mayor, tercero B'],
    [
      'p. ej. té, EE. UU., Ud., aprox. 5 min., etc.',
      'por ejemplo té, Estados Unidos, usted, aproximadamente cinco minutos, etcétera.',
    ],
    [
      'info@ejemplo.es y www.ejemplo.es/precios',
      'info arroba ejemplo punto es y ejemplo punto es barra precios',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'es')).toBe(spoken));
});
