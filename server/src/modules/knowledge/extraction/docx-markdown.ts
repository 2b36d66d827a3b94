import { Parser } from 'htmlparser2';

/** State of one conversion; lists and tables nest, cells collect their text until the row ends. */
interface Writer {
  out: string[];
  lists: { ordered: boolean; count: number }[];
  tables: { cells: string[][]; rows: number }[];
  skipping: number;
}

/**
 * Turns the small HTML that mammoth writes (headings, paragraphs, nested lists, tables, links, notes) into
 * Markdown as a stream: the document exists once as HTML and once as text, never as a tree.
 */
export function docxMarkdown(html: string): string {
  const writer: Writer = { out: [], lists: [], tables: [], skipping: 0 };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => openTag(writer, name, attributes['href'] ?? ''),
      ontext: (text) => write(writer, text),
      onclosetag: (name) => closeTag(writer, name),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return writer.out
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function openTag(writer: Writer, name: string, href: string): void {
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading !== undefined) {
    write(writer, `${blankLine(writer)}${'#'.repeat(Number(heading))} `);
  } else if (name === 'p' || name === 'table') {
    write(writer, blankLine(writer));
  } else if (name === 'ul' || name === 'ol') {
    write(writer, writer.lists.length === 0 ? blankLine(writer) : '');
    writer.lists.push({ ordered: name === 'ol', count: 0 });
  } else if (name === 'li') {
    write(writer, `\n${listMark(writer)}`);
  } else if (name === 'br') {
    write(writer, '\n');
  } else if (name === 'a' && href.startsWith('#') && /note-ref/.test(href)) {
    // The arrow from a note back to its place in the text.
    writer.skipping += 1;
  }
  openCell(writer, name);
}

function openCell(writer: Writer, name: string): void {
  if (name === 'table') {
    writer.tables.push({ cells: [], rows: 0 });
  } else if (name === 'td' || name === 'th') {
    writer.tables.at(-1)?.cells.push([]);
  }
}

function closeTag(writer: Writer, name: string): void {
  if (name === 'ul' || name === 'ol') {
    writer.lists.pop();
    write(writer, writer.lists.length === 0 ? '\n\n' : '');
  } else if (/^h[1-6]$/.test(name) || name === 'p') {
    write(writer, blankLine(writer) || ' ');
  } else if (name === 'table') {
    writer.tables.pop();
    write(writer, blankLine(writer));
  } else if (name === 'tr') {
    closeRow(writer);
  } else if (name === 'a' && writer.skipping > 0) {
    writer.skipping -= 1;
  }
}

/** A row of a table inside a cell becomes part of that cell's text. */
function closeRow(writer: Writer): void {
  const table = writer.tables.pop();
  if (table === undefined) {
    return;
  }
  const cells = table.cells.map((parts) => parts.join('').replace(/\s+/g, ' ').trim());
  write(writer, `| ${cells.join(' | ')} |\n`);
  if (table.rows === 0) {
    write(writer, `|${cells.map(() => ' --- |').join('')}\n`);
  }
  writer.tables.push({ cells: [], rows: table.rows + 1 });
}

function listMark(writer: Writer): string {
  const list = writer.lists.at(-1);
  if (list === undefined) {
    return '- ';
  }
  list.count += 1;
  return `${'  '.repeat(writer.lists.length - 1)}${list.ordered ? `${list.count}.` : '-'} `;
}

/** Inside a list item or a cell paragraphs are one line. */
function blankLine(writer: Writer): string {
  return writer.lists.length === 0 && writer.tables.every((table) => table.cells.length === 0) ? '\n\n' : '';
}

function write(writer: Writer, text: string): void {
  if (writer.skipping > 0) {
    return;
  }
  const cell = writer.tables.findLast((table) => table.cells.length > 0)?.cells.at(-1);
  (cell ?? writer.out).push(text);
}
