import { expect, test } from 'vitest';
import { encoded } from '../../../test/kit/encoded.ts';
import { legacyEncoding } from './legacy-encoding.ts';

/** Texts by encoding; each could be mistaken for another encoding. */
const texts: readonly [encoding: string, text: string][] = [
  ['windows-1250', 'Programul săptămânii în Braşov: luni până vineri, între orele 8 şi 17.'],
  ['windows-1250', 'name;phone\nŞtefan Ţăranu;+4072\nIoana Pătraşcu;+4073\n'],
  ['windows-1250', 'phone;name;city\r\n+40721000001;Ştefan;Braşov\r\n'],
  ['windows-1250', 'phone;name\n+40721000001;Ştefan'],
  ['windows-1250', 'Braşov'],
  ['windows-1250', 'Łukasz Wiśniewski;Kraków'],
  ['windows-1250', 'Jiří Dvořák;Plzeň'],
  ['windows-1250', 'name\nKovács Gergő\nSzűcs Tamás'],
  ['windows-1250', 'Godziny otwarcia: od poniedziałku do piątku w godzinach 9–17'],
  ['windows-1251', 'Мы работаем с понедельника по пятницу.'],
  ['windows-1251', 'Цена'],
  ['ibm866', 'Цена: 300 руб.'],
  ['koi8-r', 'Стоимость доставки составляет триста рублей.'],
  ['windows-1252', 'café'],
  ['windows-1252', 'Größe;Preis\nM;20 €\nL;25 €\n'],
  ['windows-1252', 'Café crème: 3 €'],
  ['windows-1252', 'id;name\n1;Jürgen Müller\n2;René Dupré\n'],
  ['windows-1252', 'Siamo aperti dal lunedì al venerdì'],
  ['windows-1252', '¿Dónde está? Muñoz, Peña'],
  ['windows-1252', 'João Conceição, São Paulo'],
  ['windows-1252', 'Vi har åbent, Søren Åkjær'],
  ['windows-1252', '“Quality” is our promise – it’s £20'],
  ['windows-1252', 'Maße 20×30 cm, bei 30° waschen'],
  ['windows-1253', 'Αθήνα'],
  ['windows-1254', 'İstanbul, Kadıköy, Beşiktaş'],
  ['windows-1255', 'אנחנו פתוחים מיום ראשון'],
  ['windows-1256', 'محمد;الرياض'],
  ['windows-1257', 'Šiauliai, Panevėžys'],
  ['windows-874', 'เราเปิดทำการตั้งแต่วันจันทร์'],
  ['shift_jis', '営業時間は月曜日から'],
  ['shift_jis', 'USBケーブルとPDFファイル、Windowsの設定'],
  ['euc-jp', '営業時間は月曜日から'],
  ['gb18030', '营业时间为周一至周五'],
  ['big5', '營業時間為週一至週五'],
  ['euc-kr', '영업시간은 월요일부터'],
];

test.each(texts)('detects %s in %s', (encoding, text) => {
  const bytes = encoded(encoding, text);
  const found = legacyEncoding(bytes);
  expect(found.kind === 'readable' && new TextDecoder(found.encoding).decode(bytes)).toBe(text);
});

test('names DOS code pages, which cannot be decoded', () => {
  const polish = Buffer.from(
    'W soboty sklep jest nieczynny. Za\xbc\xa2\x86 g\xa9\x98l\xa5 ja\xab\xe4, prosz\xa9.',
    'latin1',
  );
  expect(legacyEncoding(polish)).toEqual({ kind: 'unreadable', name: 'cp852' });
});
