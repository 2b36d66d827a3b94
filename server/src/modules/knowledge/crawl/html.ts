import { Parser } from 'htmlparser2';
import { areaInside } from './html-areas.ts';
import { FactsReader, type PageFacts } from './html-head.ts';
import { type Area, type Block, MarkdownWriter } from './markdown-writer.ts';

/** A page as Markdown, with its metadata and links. */
export interface HtmlPage extends PageFacts {
  /** Empty if the page has no readable text. */
  markdown: string;
  /**
   * `likely` or `only` if the page has a password field outside of headers and sidebars, and little (`likely`) or no
   * (`only`) text besides the form.
   */
  loginForm: 'none' | 'likely' | 'only';
}

const blockElements = new Set(
  `address article aside body center dd details dir div dl dt fieldset figcaption figure footer
   form header hgroup hr html legend main menu nav noscript option optgroup p section summary tbody tfoot thead`.split(
    /\s+/,
  ),
);

/** Shorter button texts are commands; longer ones may be accordion headings. */
const minButtonText = 25;
/** The parser is restarted at this nesting depth (the limit of browsers), because its cost grows with depth. */
const maxDepth = 512;
const chunkLength = 4_096;

/** Pages with more text than this besides the form are not login pages. */
const maxLoginText = 300;
/** Forms with more text than this are not login forms: some sites wrap whole pages in a form. */
const maxLoginFormText = 1_000;

interface Frame {
  name: string;
  outerArea: Area;
  buttonStart: number;
}

/**
 * Converts a page to Markdown: its main content if marked, without navigation, footers, forms, scripts and consent
 * banners. One pass, linear in the page's size at any nesting depth.
 * @param url the page's URL, to resolve links
 */
export function htmlToMarkdown(html: string, url: string): HtmlPage {
  const reader = new PageReader(url);
  let parser = new Parser(reader, { lowerCaseTags: true });
  for (let start = 0; start < html.length; ) {
    // Split after a tag, so that a new parser never starts inside one.
    const tagEnd = html.indexOf('>', start + chunkLength);
    const end = tagEnd === -1 ? html.length : tagEnd + 1;
    parser.write(html.slice(start, end));
    start = end;
    if (reader.depth > maxDepth) {
      parser.end();
      parser = new Parser(reader, { lowerCaseTags: true });
    }
  }
  parser.end();
  return reader.finish();
}

/** Handles parser events. The parser closes every element, even unclosed ones. */
class PageReader {
  private readonly writer = new MarkdownWriter();
  private readonly factsReader: FactsReader;
  private readonly frames: Frame[] = [];
  private readonly titleFragments: string[] = [];
  private asksForPassword = false;
  /** The open link, if its target is a phone number or e-mail address. */
  private contact: { depth: number; target: string; label: string } | null = null;

  constructor(url: string) {
    this.factsReader = new FactsReader(url);
  }

  get depth(): number {
    return this.frames.length;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.factsReader.open(name, attributes);
    const writer = this.writer;
    const outerArea = writer.area;
    const area = areaInside(outerArea, name, attributes);
    if (area !== outerArea) writer.flush();
    writer.area = area;
    this.frames.push({ name, outerArea, buttonStart: writer.position });
    if (area === 'dropped') return;
    openElement(writer, name, attributes);
    const target = name === 'a' ? contactTarget(attributes['href']) : null;
    if (name === 'input' && attributes['type']?.toLowerCase() === 'password') this.notePasswordField();
    if (target !== null) this.contact ??= { depth: this.frames.length, target, label: '' };
  }

  ontext(text: string): void {
    if (this.writer.area === 'dropped') {
      if (this.isTitle()) this.titleFragments.push(text);
      return;
    }
    this.writer.text(text);
    if (this.contact !== null) this.contact.label += text;
  }

  onclosetag(): void {
    const { contact, writer } = this;
    if (contact !== null && contact.depth === this.frames.length) {
      writer.text(contactNote(contact));
      this.contact = null;
    }
    const frame = this.frames.pop();
    if (frame === undefined) return;
    if (writer.area !== 'dropped') {
      if (frame.name === 'button') closeButton(writer, frame.buttonStart);
      else closeElement(writer, frame.name);
    }
    if (writer.area !== frame.outerArea) writer.flush();
    writer.area = frame.outerArea;
  }

  finish(): HtmlPage {
    this.writer.flush();
    const blocks = this.writer.blocks;
    const heading = blocks.find((block) => block.text.startsWith('# ') && block.area !== 'form');
    const title = this.titleFragments.join('').replace(/\s+/g, ' ').trim() || heading?.text.slice(2) || '';
    return {
      ...this.factsReader.facts,
      title: title.slice(0, 500),
      markdown: join(contentOf(blocks)),
      loginForm: this.asksForPassword ? loginFormIn(blocks) : 'none',
    };
  }

  /** Ignores login boxes in headers and sidebars, which ordinary pages have. */
  private notePasswordField(): void {
    this.asksForPassword ||= !this.frames.some(
      ({ name, outerArea }) => name === 'header' || name === 'aside' || outerArea === 'header',
    );
  }

  /** True if the parser is inside the document's title, not the title of an SVG. */
  private isTitle(): boolean {
    if (this.frames.at(-1)?.name !== 'title') return false;
    return !this.frames.some((frame) => frame.name === 'svg' || frame.name === 'symbol');
  }
}

function openElement(
  writer: MarkdownWriter,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const level = headingLevel(name);
  if (level > 0) writer.openHeading(level);
  else if (blockElements.has(name)) writer.breakBlock();
  else if (name === 'br') writer.lineBreak();
  else if (name === 'ul') writer.openList(false, 1);
  else if (name === 'ol') writer.openList(true, Number.parseInt(attributes['start'] ?? '1', 10) || 1);
  else if (name === 'li') writer.openItem();
  else if (name === 'blockquote') writer.openQuote();
  else if (name === 'pre') writer.openPre();
  else if (name === 'table') writer.openTable(/^(presentation|none)$/.test(attributes['role'] ?? ''));
  else if (name === 'td' || name === 'th') {
    writer.openCell(spanOf(attributes['colspan']), spanOf(attributes['rowspan']));
  }
  if (name === 'dd') writer.text(': ');
}

function spanOf(attribute: string | undefined): number {
  return Math.max(1, Number.parseInt(attribute ?? '1', 10) || 1);
}

function closeElement(writer: MarkdownWriter, name: string): void {
  if (headingLevel(name) > 0) writer.closeHeading();
  else if (blockElements.has(name)) writer.breakBlock();
  else if (name === 'ul' || name === 'ol') writer.closeList();
  else if (name === 'li') writer.closeItem();
  else if (name === 'blockquote') writer.closeQuote();
  else if (name === 'pre') writer.closePre();
  else if (name === 'table') writer.closeTable();
  else if (name === 'caption') writer.closeCaption();
  else if (name === 'td' || name === 'th') writer.closeCell();
  else if (name === 'tr') writer.closeRow();
}

function closeButton(writer: MarkdownWriter, start: number): void {
  const label = writer.takeBack(Math.min(start, writer.position));
  if (label === '') return;
  if (writer.opensHeading) writer.text(label);
  else if (label.length >= minButtonText || label.endsWith('?')) {
    writer.breakBlock();
    writer.text(label);
    writer.breakBlock();
  }
}

function headingLevel(name: string): number {
  return name.length === 2 && name.startsWith('h') && name >= 'h1' && name <= 'h6' ? Number(name[1]) : 0;
}

/**
 * Returns the main content if it is most of the text, else the body. Forms and headers are included only if there is
 * little other text.
 */
function contentOf(blocks: readonly Block[]): Block[] {
  const main = sizeOf(blocks, ['main']);
  const whole = sizeOf(blocks, ['main', 'body']);
  const choices: Area[][] = [
    ['main', 'body'],
    ['main', 'body', 'form'],
    ['main', 'body', 'form', 'header'],
  ];
  if (main >= whole / 2 && main > 0 && main >= sizeOf(blocks, ['form']) / 2) choices.unshift(['main']);
  const enough = Math.max(1, sizeOf(blocks, ['main', 'body', 'form', 'header']) / 10);
  const areas = choices.find((choice) => sizeOf(blocks, choice) >= enough) ?? [];
  return blocks.filter((block) => areas.includes(block.area));
}

function loginFormIn(blocks: readonly Block[]): HtmlPage['loginForm'] {
  const outside = blocks.filter(({ area }) => area === 'main' || area === 'body');
  if (sizeOf(outside, ['main', 'body']) >= maxLoginText || sizeOf(blocks, ['form']) >= maxLoginFormText)
    return 'none';
  return outside.every(({ text }) => /^#{1,6} /.test(text)) ? 'only' : 'likely';
}

function sizeOf(blocks: readonly Block[], areas: readonly Area[]): number {
  let size = 0;
  for (const block of blocks) if (areas.includes(block.area)) size += block.text.length;
  return size;
}

function join(blocks: readonly Block[]): string {
  const fragments: string[] = [];
  let previous = '';
  for (const block of blocks) {
    if (block.text === previous && !block.tight) continue;
    if (fragments.length > 0) fragments.push(block.tight ? '\n' : '\n\n');
    fragments.push(block.text);
    previous = block.text;
  }
  return fragments.join('');
}

/** Only the last digits are compared: the text may say `030 1234` for `tel:+49301234`. */
const significantDigits = 6;

/** The phone number or e-mail address of a link; null for other links. */
function contactTarget(href: string | undefined): string | null {
  const [, scheme = '', rest = ''] = /^\s*(tel|sms|mailto):([^?]{1,200})/i.exec(href ?? '') ?? [];
  if (rest === '') return null;
  const target = decoded(rest).replace(/\s+/g, ' ').trim();
  const isUsable = scheme.toLowerCase() === 'mailto' ? target.includes('@') : /\d{3}/.test(target);
  return isUsable ? target : null;
}

/** Text to append to a link to keep its target; empty if the label contains it. */
function contactNote({ target, label }: { target: string; label: string }): string {
  const isInLabel = target.includes('@')
    ? label.toLowerCase().includes(target.toLowerCase())
    : digits(label).includes(digits(target).slice(-significantDigits));
  if (isInLabel) return '';
  return label.trim() === '' ? ` ${target} ` : ` (${target})`;
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
