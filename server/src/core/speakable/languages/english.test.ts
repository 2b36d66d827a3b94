import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in English', () => {
  test.each([
    ['It costs $19.99 today.', 'It costs nineteen dollars and ninety-nine cents today.'],
    ['€12,50', 'twelve euros and fifty cents'],
    ['1 234,50 EUR', 'one thousand two hundred thirty-four euros and fifty cents'],
    ['1.234,50 EUR', 'one thousand two hundred thirty-four euros and fifty cents'],
    ['12,50 lei', 'twelve lei and fifty bani'],
    ['-5 €', 'minus five euros'],
    ['-$5.00', 'minus five dollars'],
    ['$1,000,000', 'one million dollars'],
    ['$2.5 million', 'two point five million dollars'],
    ['$5k', 'five thousand dollars'],
    ['$10–20', 'ten to twenty dollars'],
    ['$5-$10', 'five to ten dollars'],
    ['$5/month', 'five dollars per month'],
    ['£0.99', 'ninety-nine pence'],
    ['$1 or $1.01', 'one dollar or one dollar and one cent'],
    ['$0.0025', 'zero point zero zero two five dollars'],
    ['5.50 dollars ("$5")', 'five dollars and fifty cents ("five dollars")'],
    ['100 CHF', 'one hundred Swiss francs'],
    ['a price of **$30**, taxes included', 'a price of thirty dollars, taxes included'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'en')).toBe(spoken));
});

describe('numbers in English', () => {
  test.each([
    ['12,345.67', 'twelve thousand three hundred forty-five point six seven'],
    ['3.14, or 0.5', 'three point one four, or zero point five'],
    ['1,234 rooms', 'one thousand two hundred thirty-four rooms'],
    ['2000000', 'two million'],
    ['-5 and +3', 'minus five and plus three'],
    ['±5, 2 × 3, 1/2 kg', 'plus or minus five, two times three, one half kilogram'],
    ['$100 CAD, $20 USD', 'one hundred dollars CAD, twenty dollars'],
    ['9–17, room 10-12', 'nine to seventeen, room ten to twelve'],
    ['5 > 3 & 2 < 4', 'five is greater than three and two is less than four'],
    ['5 + 3 = 8, 2+2=4', 'five plus three equals eight, two plus two equals four'],
    ['3 m², 20 °C, 5 km/h', 'three square meters, twenty degrees Celsius, five kilometers per hour'],
    ['5%, 1 kg, 20-25 °C', 'five percent, one kilogram, twenty to twenty-five degrees Celsius'],
    ['90 x 200 cm', 'ninety by two hundred centimeters'],
    ['the 5th, 21st, 100th', 'the fifth, twenty-first, one hundredth'],
    ['1/2 cup, 2½ hours, 24/7', 'one half cup, two and a half hours, twenty-four seven'],
    ['#5, § 12', 'number five, section twelve'],
    ['a 10-minute walk to 12b', 'a ten-minute walk to twelve B'],
    ['version 2.1.3', 'version two dot one dot three'],
    ['COVID-19, MP3, B2B, 1990s', 'COVID-19, MP3, B2B, 1990s'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'en')).toBe(spoken));
});

describe('dates and times in English', () => {
  test.each([
    ['2026-11-28', 'November twenty-eighth, twenty twenty-six'],
    ['11/28/2026', 'November twenty-eighth, twenty twenty-six'],
    [
      '28.11.2026 or 28/11/2026',
      'November twenty-eighth, twenty twenty-six or November twenty-eighth, twenty twenty-six',
    ],
    ['on Nov. 28, 2026 at noon', 'on November twenty-eighth, twenty twenty-six at noon'],
    ['November 28', 'November twenty-eighth'],
    ['the 28th of November', 'the twenty-eighth of November'],
    ['May 5 is fine', 'May fifth is fine'],
    [
      'in 1998, since 2005, in 1900',
      'in nineteen ninety-eight, since two thousand five, in nineteen hundred',
    ],
    ['in 1500 rooms', 'in one thousand five hundred rooms'],
    ['14:30, 9:05, 9:00', "fourteen thirty, nine oh five, nine o'clock"],
    ['2:30 pm.', 'two thirty p.m.'],
    ['9am to 5 p.m. daily', 'nine a.m. to five p.m. daily'],
    ['9:00–17:30', "nine o'clock to seventeen thirty"],
    ['Mon–Fri, 9am-5pm', 'Monday to Friday, nine a.m. to five p.m.'],
    ['99/99/2026 at 27:80', '99/99/2026 at 27:80'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'en')).toBe(spoken));
});

describe('phone numbers and codes in English', () => {
  test.each([
    ['0722 123 456', 'zero seven two two, one two three, four five six'],
    ['+40 21 312 3456', 'plus four zero, two one, three one two, three four five six'],
    ['+40721234567.', 'plus four zero, seven two one, two three four, five six seven.'],
    ['(555) 123-4567', 'five five five, one two three, four five six seven'],
    [
      '555-1234 or 555 123 4567',
      'five five five, one two three four or five five five, one two three, four five six seven',
    ],
    ['1-800-555-1234', 'one, eight zero zero, five five five, one two three four'],
    ['Call 911 or dial 112.', 'Call nine one one or dial one one two.'],
    ['4111 1111 1111 1111', 'four one one one, one one one one, one one one one, one one one one'],
    ['the card ending in 4242', 'the card ending in four two four two'],
    [
      'DE89 3704 0044 0532',
      'D E eight nine, three seven zero four, zero zero four four, zero five three two',
    ],
    ['A-4711-XB', 'A, four seven one one, X B'],
    [
      '1Z999AA10123456784',
      'one, Z, nine nine nine, A A, one zero one, two three four, five six seven, eight four',
    ],
    ['Your code is 482913.', 'Your code is four eight two, nine one three.'],
    ['PIN: 0482, order #4711', 'PIN: zero four eight two, order four seven one one'],
    ['Your order number for today is 471122.', 'Your order number for today is four seven one, one two two.'],
    ['482913 is your code', 'four eight two, nine one three is your code'],
    ['they order 3000 pizzas', 'they order three thousand pizzas'],
    ['Ref. no. 4711-22', 'Ref. number four seven one one, two two'],
    ['a score of 4711-22', 'a score of 4711-22'],
    ['482913 people', 'four hundred eighty-two thousand nine hundred thirteen people'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'en')).toBe(spoken));
});

describe('abbreviations in English', () => {
  test.each([
    ['Dr. Smith, 12 Elm St., No. 5', 'Doctor Smith, twelve Elm Street, number five'],
    ['St. Patrick on 5th St.', 'Saint Patrick on fifth Street.'],
    ['Is it open? No. I am sorry.', 'Is it open? No. I am sorry.'],
    ['e.g. tea, i.e. hot, etc.', 'for example tea, that is hot, et cetera.'],
    ['approx. 5 min. by car', 'approximately five minutes by car'],
    ['Mr. Pop vs. Mrs. J. Smith', 'Mister Pop versus Missus J. Smith'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'en')).toBe(spoken));
});
