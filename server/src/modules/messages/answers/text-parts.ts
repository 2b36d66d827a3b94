const PARAGRAPH_END = /(?=\n[^\S\n]*\n)/g;
/** The end of a sentence, with its closing quotes and markup, or of a line. */
const SENTENCE_END = /[.!?…]+["'”’»)\]*_~]*(?=\s)|[。！？]+[」』”）]*|(?=\n)/g;
const SPACE = /(?=\s)/g;
/** Chinese and Japanese texts continue after a link without a space. */
const LINK =
  /(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.)[^\s\u3000-\u303f\uff00-\uffef\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/giu;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Splits a text into messages of at most `max` characters (code points). It ends each at a paragraph, else at a sentence
 * or line, else at a word. A link or character is split only if it is longer than a message.
 */
export function textParts(text: string, max: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  for (let end = endOf(rest, max); end < rest.length; end = endOf(rest, max)) {
    const cut = cutOf(rest, end);
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...parts, rest];
}

/** Index after the first `max` code points. */
function endOf(text: string, max: number): number {
  if (text.length <= max) return text.length;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}

/** Cuts in the first half of the message are avoided, because short messages read badly. */
function cutOf(text: string, end: number): number {
  const half = end >> 1;
  const links = [...text.matchAll(LINK)].map(({ 0: link, index }) => ({
    from: index,
    to: index + link.length,
  }));
  const linkAt = (cut: number) => links.find(({ from, to }) => from < cut && cut < to);
  const last = (pattern: RegExp, after: number): number | undefined =>
    [...text.slice(0, end + 2).matchAll(pattern)]
      .map(({ 0: found, index }) => index + found.length)
      .findLast((cut) => cut > after && cut <= end && linkAt(cut) === undefined);
  const natural = last(PARAGRAPH_END, half) ?? last(SENTENCE_END, half) ?? last(SPACE, half);
  if (natural !== undefined) return natural;
  // Languages without spaces, or one long word.
  const starts = [...words.segment(text.slice(0, end + 2))].filter(({ isWordLike }) => isWordLike);
  const word = starts.findLast(({ index }) => index > half && index <= end && linkAt(index) === undefined);
  const cut = word?.index ?? last(SPACE, 0) ?? graphemes.segment(text).containing(end)?.index ?? end;
  const link = linkAt(cut);
  if (link !== undefined && link.from > 0) return link.from;
  return cut > 0 ? cut : end;
}
