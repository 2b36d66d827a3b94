import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channelText } from './channel-text.ts';

test.each([
  ['**Open** from 9 to 5.', '*Open* from 9 to 5.'],
  ['__Open__ and *fast* and _kind_ and ***both***', '*Open* and *fast* and _kind_ and *both*'],
  ['~~40~~ 30 EUR', '~40~ 30 EUR'],
  ['Use `code` here.', 'Use `code` here.'],
  ['# Prices\n\nFrom 10 EUR', '*Prices*\n\nFrom 10 EUR'],
  ['## **Prices**\nFrom 10 EUR', '*Prices*\nFrom 10 EUR'],
  ['[Our shop](https://shop.example/a_b)', 'Our shop (https://shop.example/a_b)'],
  ['[https://shop.example](https://shop.example)', 'https://shop.example'],
  ['https://shop.example/a_b_c?x=1*2', 'https://shop.example/a_b_c?x=1*2'],
  ['<https://shop.example>', 'https://shop.example'],
  ['[ana@example.com](mailto:ana@example.com)', 'ana@example.com'],
  ['![A map](https://shop.example/map.png)', 'A map (https://shop.example/map.png)'],
  ['We have:\n\n* tea\n* **coffee**\n  - black\n', 'We have:\n\n- tea\n- *coffee*\n  - black'],
  ['3. three\n4. four', '3. three\n4. four'],
  ['- [x] paid\n- [ ] sent', '☑ paid\n☐ sent'],
  ['> As you said:\n> **no**', '> As you said:\n> *no*'],
  ['| Cut | Price |\n|---|---:|\n| Short | **20** |', '*Cut | Price*\nShort | *20*'],
  ['Before\n\n---\n\nAfter', 'Before\n\nAfter'],
  ['```js\nconst a = **b**;\n```', '```js\nconst a = **b**;\n```'],
  ['One<br>two', 'One\ntwo'],
  ['5 \\* 3 = 15', '5 * 3 = 15'],
  ['Hello Ana,\nyour order 7 is ready.\n\nBye!', 'Hello Ana,\nyour order 7 is ready.\n\nBye!'],
  ['2 * 3 * 4 is 24, snake_case_name, 100 % & <3', '2 * 3 * 4 is 24, snake_case_name, 100 % & <3'],
  ['*Bold* as the channel writes it', '*Bold* as the channel writes it'],
  ['Câte *locuri*? În **curând**: „da”.', 'Câte *locuri*? În *curând*: „da”.'],
])('%j is sent as %j', (text, sent) => {
  expect(channelText(text)).toBe(sent);
});

test('keeps every word, and what it has written stays', () => {
  const piece = fc.constantFrom(
    '**',
    '*',
    '_',
    '# ',
    '- ',
    '> ',
    '`',
    '\n',
    '\n\n',
    'Ana',
    ' 7 ',
    'Zürich',
    '1. ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join('');
      const sent = channelText(text);
      for (const word of ['Ana', 'Zürich']) {
        expect(sent.split(word).length).toBe(text.split(word).length);
      }
      expect(channelText(sent).replaceAll(/[\s*_`>#-]|\d+\. /g, '')).toBe(
        sent.replaceAll(/[\s*_`>#-]|\d+\. /g, ''),
      );
    }),
  );
});
