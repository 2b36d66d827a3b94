import { describe, expect, it } from 'vitest';
import { decodeText } from './fetch-page.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
/** ASCII around bytes that decode to the expected word in one encoding only. */
const around = (head: string, hex: string): Buffer => Buffer.concat([Buffer.from(`${head}<p>`), bytes(hex)]);

describe('decodeText', () => {
  it.each([
    ['undeclared UTF-8', around('', 'c5 81 c3 b3 64 c5 ba'), '', 'Łódź'],
    ['ISO-8859-2 by header', around('', 'a3 f3 64 bc'), 'text/html; charset=ISO-8859-2', 'Łódź'],
    ['ISO-8859-2 by meta', around('<meta charset="iso-8859-2">', 'a3 f3 64 bc'), 'text/html', 'Łódź'],
    [
      'Shift_JIS by http-equiv',
      around('<meta http-equiv=content-type content="text/html; charset=Shift_JIS">', '93 fa 96 7b'),
      '',
      '日本',
    ],
    [
      'EUC-JP by XML declaration',
      around('<?xml version="1.0" encoding="EUC-JP"?>', 'c6 fc cb dc'),
      '',
      '日本',
    ],
    ['GBK by quoted header', around('', 'd6 d0 ce c4'), 'text/html; charset="gbk"', '中文'],
    ['windows-1251 in capitals', around('', 'cf f0 e8 e2 e5 f2'), 'text/html;CHARSET=Windows-1251', 'Привет'],
    ['undeclared windows-1252', around('', '4b 61 66 e9 20 80 35'), 'text/html', 'Kafé €5'],
    [
      'undeclared windows-1251 among markup',
      around('<title>x</title><a class="b" href="/c">', 'd6 e5 ed e0 3c 62 3e 31 3c 2f 62 3e'),
      'text/html',
      'Цена<b>1</b>',
    ],
    [
      'undeclared windows-1250',
      around('', 'a3 75 6b 61 73 7a 20 57 69 9c 6e 69 65 77 73 6b 69 3b 4b 72 61 6b f3 77'),
      'text/html',
      'Łukasz Wiśniewski;Kraków',
    ],
    ['undeclared UTF-8 with a broken byte', around('', 'c3 a9 c3 a9 ff'), 'text/html', 'éé\ufffd'],
    ['latin1, which means windows-1252', around('', '80 99'), 'text/html; charset=latin1', '€™'],
    [
      'the meta charset if the one in the header is unknown',
      around('<meta charset=utf-8>', 'c3 a9'),
      'text/html; charset=nonsense',
      'é',
    ],
    [
      'the charset of the header before that of the meta element',
      around('<meta charset="shift_jis">', 'c3 a9'),
      'text/html; charset=utf-8',
      'é',
    ],
    ['a false UTF-16 declaration', around('<meta charset="utf-16">', 'c3 a9'), '', 'é'],
    ['declared UTF-8 with a broken byte', around('', '61 ff 62'), 'text/html; charset=utf-8', 'a\ufffdb'],
  ])('reads %s', async (...[, page, contentType, expected]) => {
    expect((await decodeText(page, contentType)).split('<p>')[1]).toBe(expected);
  });

  it.each([
    ['UTF-16LE with a byte order mark', Buffer.from('\ufeff<p>Łódź', 'utf16le')],
    ['UTF-16BE with a byte order mark', Buffer.from('\ufeff<p>Łódź', 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<p>Łódź')],
    ['UTF-16LE without a byte order mark', Buffer.from('<p>Łódź', 'utf16le')],
    ['UTF-16BE without a byte order mark', Buffer.from('<p>Łódź', 'utf16le').swap16()],
  ])('decodes an undeclared page by its first bytes: %s', async (_what, page) => {
    expect(await decodeText(page, '')).toBe('<p>Łódź');
  });

  it('decodes an empty page', async () => {
    expect(await decodeText(new Uint8Array(), '')).toBe('');
  });
});
