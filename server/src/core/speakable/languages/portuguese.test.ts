import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in Portuguese', () => {
  test.each([
    ['Custa 1.234,50 €.', 'Custa mil duzentos e trinta e quatro euros e cinquenta cêntimos.'],
    [
      'R$ 1.234,50, R$12,00, US$ 5, €12,50',
      'mil duzentos e trinta e quatro reais e cinquenta centavos, doze reais, cinco dólares, doze euros e cinquenta cêntimos',
    ],
    [
      '21 euros, 0,99 €, 1,01 €, R$ 1',
      'vinte e um euros, noventa e nove cêntimos, um euro e um cêntimo, um real',
    ],
    [
      '2 milhões de euros, R$ 2 milhões, 1.000.000 €',
      'dois milhões de euros, dois milhões de reais, um milhão de euros',
    ],
    ['10–15 €, 5 €/mês, 9 €/m²', 'dez a quinze euros, cinco euros por mês, nove euros por metro quadrado'],
    ['-5 €, 12.50 EUR', 'menos cinco euros, doze euros e cinquenta cêntimos'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'pt')).toBe(spoken));
});

describe('numbers in Portuguese', () => {
  test.each([
    ['2 ou 3 noites, 200 e 300 mulheres', 'duas ou três noites, duzentas e trezentas mulheres'],
    [
      '21 pessoas, 2 noites, 200 pessoas, 2 dias, quarto 21',
      'vinte e uma pessoas, duas noites, duzentas pessoas, dois dias, quarto vinte e um',
    ],
    [
      '1.002 mulheres, 16, 1.500.000, 1100',
      'mil e duas mulheres, dezesseis, um milhão e quinhentos mil, mil e cem',
    ],
    [
      '1.234,5 kg, 3 m², 20 °C, 21%, 100 km/h, 1,5 l',
      'mil duzentos e trinta e quatro vírgula cinco quilogramas, três metros quadrados, vinte graus Celsius, vinte e um por cento, cem quilômetros por hora, um vírgula cinco litro',
    ],
    [
      '1º andar, 2ª vez, 3.ª classe, 21º, 20°',
      'primeiro andar, segunda vez, terceira classe, vigésimo primeiro, vinte graus',
    ],
    [
      '3-5 dias, 1-2 horas, 1/2 hora, 1/2 kg',
      'três a cinco dias, uma a duas horas, meia hora, meio quilograma',
    ],
    ['5 > 3, 2 + 2 = 4, Tom & Jerry', 'cinco é maior que três, dois mais dois igual a quatro, Tom e Jerry'],
    [
      '3,14 e 2,05, -5 °C, ±5',
      'três vírgula catorze e dois vírgula zero cinco, menos cinco graus Celsius, mais ou menos cinco',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'pt')).toBe(spoken));
});

describe('dates and times in Portuguese', () => {
  test.each([
    [
      'dia 28/11/2026 às 14h30',
      'dia vinte e oito de novembro de dois mil e vinte e seis às catorze e trinta',
    ],
    [
      '2026-11-28, 28.11.2026, dia 28/11',
      'vinte e oito de novembro de dois mil e vinte e seis, vinte e oito de novembro de dois mil e vinte e seis, dia vinte e oito de novembro',
    ],
    [
      '1 de maio, 1º de maio de 2026, 21 de abril',
      'primeiro de maio, primeiro de maio de dois mil e vinte e seis, vinte e um de abril',
    ],
    [
      'às 14:30, às 21h, das 9h às 17h30, 9h-17h',
      'às catorze e trinta, às vinte e uma horas, das nove horas às dezessete e trinta, nove horas a dezessete horas',
    ],
    ['às 2 da tarde, à 1h, 2:30 p.m.', 'às duas da tarde, à uma hora, duas e trinta da tarde.'],
    [
      'seg-sex, 2ª-6ª, em 1998',
      'segunda-feira a sexta-feira, segunda-feira a sexta-feira, em mil novecentos e noventa e oito',
    ],
    ['3ª-feira, 1 h 30 min, 2 vezes', 'terça-feira, uma hora trinta minutos, duas vezes'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'pt')).toBe(spoken));
});

describe('phone numbers and codes in Portuguese', () => {
  test.each([
    [
      'Ligue para 912 345 678 ou (11) 91234-5678.',
      'Ligue para nove um dois, três quatro cinco, seis sete oito ou um um, nove um dois, três quatro, cinco seis sete oito.',
    ],
    [
      '+351 912 345 678, 21 123 4567',
      'mais três cinco um, nove um dois, três quatro cinco, seis sete oito, dois um, um dois três, quatro cinco seis sete',
    ],
    ['cartão 4111 1111 1111 1111', 'cartão quatro um um um, um um um um, um um um um, um um um um'],
    ['o código é 482913, PIN: 0482', 'o código é quatro oito dois, nove um três, PIN: zero quatro oito dois'],
    ['pedido nº A-4711-XB', 'pedido número A, quatro sete um um, X B'],
    [
      'PT50 0002 0123 1234 5678 9015 4',
      'P T cinco zero, zero zero zero dois, zero um dois três, um dois três quatro, cinco seis sete oito, nove zero um cinco, quatro',
    ],
    [
      '482913 habitantes, ligue 112',
      'quatrocentos e oitenta e dois mil novecentos e treze habitantes, ligue um um dois',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'pt')).toBe(spoken));
});

describe('abbreviations in Portuguese', () => {
  test.each([
    [
      'Sr. Silva, Sra. Costa, Dra. Lima, Exmo. Sr. Reis',
      'senhor Silva, senhora Costa, doutora Lima, excelentíssimo senhor Reis',
    ],
    ['Av. Paulista, nº 5, R. Augusta n.º 12', 'avenida Paulista, número cinco, rua Augusta número doze'],
    ['p. ex. chá, aprox. 5 min., etc.', 'por exemplo chá, aproximadamente cinco minutos, et cetera.'],
    ['info@exemplo.pt, www.exemplo.pt/precos', 'info arroba exemplo ponto pt, exemplo ponto pt barra precos'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'pt')).toBe(spoken));
});
