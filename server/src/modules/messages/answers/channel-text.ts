import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';

const markdown = new Marked({ gfm: true });

/**
 * Turns a model's Markdown into the markup of the messaging channel: `*bold*`, `_italic_`, `~struck~`, `>` quotes and
 * lists. Headings become bold lines, links `text (url)`, and tables lines. Other text stays as it is, also text that
 * already has the channel's markup.
 */
export function channelText(text: string): string {
  return blocks(markdown.lexer(text)).trim() || text;
}

function blocks(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    const isGap = token.type === 'space' || token.type === 'hr';
    text = isGap ? `${text.replace(/\n+$/, '')}\n\n` : text + (isMarked(token) ? block(token) : '');
  }
  return text;
}

/** Without extensions, the lexer makes no other tokens than the declared ones. */
const isMarked = (token: Token): token is MarkedToken => token.type !== '';

function block(token: MarkedToken): string {
  switch (token.type) {
    case 'heading':
      return `${bold(plainInline(token))}${lineEnds(token.raw)}`;
    case 'paragraph':
    case 'text':
      return `${inline(token)}${lineEnds(token.raw)}`;
    case 'list':
      return `${list(token)}${lineEnds(token.raw)}`;
    case 'blockquote':
      return `${indented(blocks(token.tokens).trim(), '> ')}${lineEnds(token.raw)}`;
    case 'table':
      return `${table(token)}${lineEnds(token.raw)}`;
    case 'html':
      return token.raw.replaceAll(/<br\s*\/?>/gi, '\n');
    case 'checkbox':
      return '';
    default:
      return token.raw;
  }
}

function list({ items, ordered, start }: Tokens.List): string {
  const first = typeof start === 'number' ? start : 1;
  return items
    .map((item, index) => {
      const mark = item.task ? (item.checked ? '☑ ' : '☐ ') : ordered ? `${first + index}. ` : '- ';
      const [head = '', ...rest] = blocks(item.tokens).trim().split('\n');
      return [`${mark}${head}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
    })
    .join('\n');
}

function table({ header, rows }: Tokens.Table): string {
  const line = (cells: readonly Tokens.TableCell[]): string => cells.map((cell) => inline(cell)).join(' | ');
  return [bold(header.map((cell) => plainInline(cell)).join(' | ')), ...rows.map(line)].join('\n');
}

function inline(token: { tokens?: Token[]; raw?: string; text?: string }): string {
  if (token.tokens === undefined) return token.text ?? token.raw ?? '';
  return token.tokens.map((one) => (isMarked(one) ? span(one) : '')).join('');
}

function span(token: MarkedToken): string {
  switch (token.type) {
    case 'strong':
      return bold(inline(token));
    case 'em':
      // A single asterisk is bold in the channel, and models that know the channel mean that.
      return token.raw.startsWith('*') ? bold(inline(token)) : `_${inline(token)}_`;
    case 'del':
      return `~${inline(token)}~`;
    case 'link':
      return link(inline(token), token.href);
    case 'image':
      return link(token.text, token.href);
    case 'br':
      return '\n';
    case 'checkbox':
      return '';
    case 'escape':
      return token.text;
    case 'html':
      return token.raw.replaceAll(/<br\s*\/?>/gi, '\n');
    default:
      return 'tokens' in token && token.tokens !== undefined ? inline(token) : token.raw;
  }
}

/** Without its own bold: the channel has no bold inside bold. */
function plainInline(token: { tokens?: Token[]; raw?: string; text?: string }): string {
  return inline(token).replaceAll('*', '');
}

const bold = (text: string): string => (text === '' || /^\*.*\*$/s.test(text) ? text : `*${text}*`);

function link(text: string, href: string): string {
  const target = href.replace(/^(?:mailto|tel):/, '');
  return text === '' || text === href || text === target ? target : `${text} (${target})`;
}

const indented = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line) => `${prefix}${line}`)
    .join('\n');

const lineEnds = (raw: string): string => /\n*$/.exec(raw)?.[0] ?? '';
