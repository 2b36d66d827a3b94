import { describe, expect, it } from 'vitest';
import { wordParagraph as paragraph, wordDocument } from '../../../../../test/kit/bombs.ts';
import { defaultLimits } from '../limits.ts';
import type { ReadDocument } from '../pdf.ts';
import { readDocx } from './read-docx.ts';

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relationshipType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Reads a document with additional parts; the name of a part (`header1.xml`) determines its relationship type. */
function read(body: string, parts: Readonly<Record<string, string>> = {}): Promise<ReadDocument> {
  const relations = Object.keys(parts).map((name, index) => {
    const type = name.replace(/\d*\.xml$/, '');
    return `<Relationship Id="rId${index}" Type="${relationshipType}/${type}" Target="${name}"/>`;
  });
  const extra = Object.entries({
    ...parts,
    '_rels/document.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
  }).map(([name, xml]) => ({ name: `word/${name}`, bytes: Buffer.from(xml) }));
  return readDocx(wordDocument(body, { extra }), defaultLimits);
}

async function textOf(body: string, parts: Readonly<Record<string, string>> = {}): Promise<string> {
  return [...(await read(body, parts)).sections].map(({ text }) => text).join('\n\n');
}

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const merged = (value: string): string => `<w:vMerge w:val="${value}"/>`;
const spans = (columns: number): string => `<w:gridSpan w:val="${columns}"/>`;

describe('readDocx with tables', () => {
  it.each([
    [
      'repeats a value merged over rows',
      row(cell('Plan'), cell('Term'), cell('Price')) +
        row(cell('Gold', merged('restart')), cell('Month'), cell('20')) +
        row(cell('', '<w:vMerge/>'), cell('Year'), cell('140')),
      '| Plan | Term | Price |\n| --- | --- | --- |\n| Gold | Month | 20 |\n| Gold | Year | 140 |',
    ],
    [
      'repeats a value merged over columns',
      row(cell('Plan'), cell('Price', spans(2))) + row(cell(''), cell('Month'), cell('Year')),
      '| Plan | Price | Price |\n| --- | --- | --- |\n|  | Month | Year |',
    ],
    [
      'converts a row over the whole table to text',
      row(cell('a'), cell('b')) + row(cell('Section', spans(2))) + row(cell('c'), cell('d')),
      '| a | b |\n| --- | --- |\n\nSection\n\n| c | d |',
    ],
    [
      'keeps empty columns before a row',
      `${row(cell('a'), cell('b'))}<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('only b')}</w:tr>`,
      '| a | b |\n| --- | --- |\n|  | only b |',
    ],
    [
      'drops a deleted row',
      `${row(cell('a'), cell('b'))}<w:tr><w:trPr><w:del/></w:trPr>${cell('x')}${cell('y')}</w:tr>`,
      '| a | b |\n| --- | --- |',
    ],
    [
      'converts a nested table to text of its cell',
      row(cell('a'), cell('b')) +
        row(cell('c'), `<w:tc><w:tbl>${row(cell('x'), cell('1|2'))}</w:tbl></w:tc>`),
      '| a | b |\n| --- | --- |\n| c | x, 1\\|2; |',
    ],
  ])('%s', async (_name, rows, expected) => {
    expect(await textOf(`<w:tbl>${rows}</w:tbl>`)).toBe(expected);
  });
});

describe('readDocx with text', () => {
  const field = (code: string, shown: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
  const m = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
  it.each([
    [
      'a simple field',
      `${run('Due: ')}<w:fldSimple w:instr="DOCPROPERTY x">${run('20 euros')}</w:fldSimple>`,
      'Due: 20 euros',
    ],
    ['a field', `${run('Due: ')}${field('MERGEFIELD x', '20 euros')}`, 'Due: 20 euros'],
    [
      'ruby',
      `<w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`,
      '東京',
    ],
    [
      'a formula',
      `<m:oMath ${math}>${m('x')}<m:sSup><m:e/><m:sup>${m('2')}</m:sup></m:sSup>${m('=')}<m:f><m:num>${m('a+b')}</m:num><m:den>${m('2')}</m:den></m:f></m:oMath>`,
      'x^2=(a+b)/2',
    ],
    [
      'tracked changes',
      `<w:ins>${run('new')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>`,
      'new',
    ],
    ['a Wingdings symbol', '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>', '✓'],
    [
      'a tab, but no tab stop',
      `<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>${run('a')}<w:r><w:tab/></w:r>${run('b')}`,
      'a\tb',
    ],
    [
      'an empty content control without its placeholder',
      `${run('Name: ')}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here')}</w:sdtContent></w:sdt>`,
      'Name:',
    ],
    [
      'a check box in a form',
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      '☒',
    ],
    ['text that looks like a heading', run('# 5 of the list'), '\\# 5 of the list'],
  ])('reads %s', async (_name, content, expected) => {
    expect(await textOf(`<w:p>${content}</w:p>`)).toBe(expected);
  });

  const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
  it.each([
    ['a field without an end', mark('begin'), paragraph('Price 40 euros'), 'Price 40 euros'],
    [
      'a page number field without an end',
      mark('begin') + code(' PAGE ') + mark('separate'),
      paragraph('Price 40 euros'),
      'Price 40 euros',
    ],
    [
      'a field without an end around other fields',
      mark('begin') + code('IF') + field('MERGEFIELD x', '20'),
      `<w:p>${field(' PAGE ', '3')}</w:p>${paragraph('Price 40 euros')}`,
      '20\n\nPrice 40 euros',
    ],
    [
      'a field whose end was deleted',
      `${mark('begin') + code('DATE')}<w:del>${mark('separate')}<w:r><w:delText>old</w:delText></w:r>${mark('end')}</w:del>${run('new')}`,
      paragraph('Price 40 euros'),
      'new\n\nPrice 40 euros',
    ],
    [
      'a deleted field inside another field',
      `${mark('begin') + code('IF')}<w:del>${field('DATE', 'old')}</w:del>${run('hidden') + mark('separate') + run('shown') + mark('end')}`,
      paragraph('Price 40 euros'),
      'shown\n\nPrice 40 euros',
    ],
  ])('shows the text after %s', async (_name, first, rest, expected) => {
    expect(await textOf(`<w:p>${first}</w:p>${rest}`)).toBe(expected);
  });

  it('keeps list and note numbers if a field has no end', async () => {
    const numbering = `<w:numbering ${word}><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>`;
    const footnotes = `<w:footnotes ${word}><w:footnote w:id="5">${paragraph('note')}</w:footnote></w:footnotes>`;
    const item = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('one')}<w:r><w:footnoteReference w:id="5"/></w:r></w:p>`;
    const parts = { 'numbering.xml': numbering, 'footnotes.xml': footnotes };
    expect(await textOf(`${item}<w:p>${mark('begin')}</w:p>`, parts)).toBe('1. one[1]\n1. note');
  });

  it.each([
    ['the fallback of an emoji', '<w16se:symEx w16se:char="1F600"/>', '<w:t>😀</w:t>', '😀'],
    ['a choice instead of its fallback', '<w:t>new</w:t>', '<w:t>old</w:t>', 'new'],
    ['no fallback of a chart', '<cx:chart/>', '<w:t>This chart is not available.</w:t>', ''],
  ])('reads %s', async (_name, choice, fallback, expected) => {
    const alternatives = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(`<w:p>${run('a')}<w:r>${alternatives}</w:r></w:p>`)).toBe(`a${expected}`);
  });

  it('joins paragraphs whose paragraph mark was deleted', async () => {
    const open = `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('one ')}</w:p>`;
    expect(await textOf(open + paragraph('two'))).toBe('one two');
  });

  it('reads a text box once, after its paragraph', async () => {
    const box = `<w:txbxContent>${paragraph('in the box')}</w:txbxContent>`;
    const drawing = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(`<w:p>${run('before')}<w:r>${drawing}</w:r></w:p>`)).toBe('before\n\nin the box');
  });

  it('recognizes namespaces by URI, not by prefix', async () => {
    expect(await textOf(`<x:p ${word.replace('xmlns:w', 'xmlns:x')}><x:r><x:t>hello</x:t></x:r></x:p>`)).toBe(
      'hello',
    );
  });
});

describe('readDocx with other parts', () => {
  it('reads headers and footers once, without page numbers', async () => {
    const header = `<w:hdr ${word}>${paragraph('Harbour Ltd, +44 20 7946 0000')}</w:hdr>`;
    const page = `<w:p>${run('Page ')}<w:fldSimple w:instr=" PAGE ">${run('3')}</w:fldSimple></w:p>`;
    const footer = `<w:ftr ${word}>${paragraph('IBAN GB33')}${page}</w:ftr>`;
    const text = await textOf(paragraph('Dear guest,'), {
      'header1.xml': header,
      'header2.xml': header,
      'footer1.xml': footer,
    });
    expect(text).toBe('Harbour Ltd, +44 20 7946 0000\n\nIBAN GB33\n\nDear guest,');
  });

  it('recognizes heading styles by name, level and base style, and continues list numbers', async () => {
    const styles = `<w:styles ${word}>
      <w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
      <w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift1"/></w:style>
      <w:style w:styleId="Deep"><w:name w:val="Deep"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`;
    const numbering = `<w:numbering ${word}><w:abstractNum w:abstractNumId="7">
      <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>
      <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>`;
    const styled = (style: string, text: string): string =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`;
    const item = (level: number, text: string): string =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
    const body =
      styled('berschrift1', 'Fees') +
      styled('Deep', 'Groups') +
      item(0, 'one') +
      item(1, 'inner') +
      paragraph('between') +
      item(0, 'two') +
      styled('Mine', 'Hours') +
      paragraph('nine');
    const { sections } = await read(body, { 'styles.xml': styles, 'numbering.xml': numbering });
    expect([...sections].map(({ headings, text }) => [headings, text])).toEqual([
      [['Fees', 'Groups'], '1. one\n  - inner\n\nbetween\n\n2. two'],
      [['Hours'], 'nine'],
    ]);
  });

  it('lists notes in the order of their references', async () => {
    const note = (id: number, text: string): string =>
      `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`;
    const footnotes = `<w:footnotes ${word}><w:footnote w:type="separator" w:id="0">${paragraph('-')}</w:footnote>${note(3, 'later')}${note(5, 'first')}</w:footnotes>`;
    const body = `<w:p>${run('a')}<w:r><w:footnoteReference w:id="5"/></w:r>${run(' b')}<w:r><w:footnoteReference w:id="3"/></w:r></w:p>`;
    expect(await textOf(body, { 'footnotes.xml': footnotes })).toBe('a[1] b[2]\n\n1. first\n2. later');
  });

  it('reads the texts of a diagram', async () => {
    const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
    const data = `<dgm:dataModel ${drawing}><a:p><a:r><a:t>Order</a:t></a:r></a:p><a:p><a:r><a:t>Delivery</a:t></a:r></a:p></dgm:dataModel>`;
    expect(await textOf(paragraph('Steps'), { 'diagramData1.xml': data })).toBe(
      'Steps\n\n- Order\n- Delivery',
    );
  });

  it('warns about unreadable charts and embedded documents', async () => {
    const { warning } = await read(
      `${paragraph('Text')}<w:altChunk/><w:p><w:r><c:chart/><c:chart/></w:r></w:p>`,
    );
    expect(warning).toBe(
      'The text of 2 charts and 1 embedded document could not be read. Add that text to the document and upload it again.',
    );
  });
});
