const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st no nr tel tlf fax kl ext vs etc approx inc ltd co corp dept est fig max min e.g i.e a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun str bd bl ap ing'.split(
    ' ',
  ),
);

/** Maximum length of an abbreviation, in characters. */
const LONGEST = 12;

const BOUNDARY = /([.!?…]+["')\]»”]*)(\s+)(?=["'(«“¿¡]?[\p{Lu}\p{N}¿¡\u0600-\u06FF])/gu;

/** Splits a paragraph into sentences; not after abbreviations ("Dr. Pop"), initials or ordinals. */
export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of paragraph.matchAll(BOUNDARY)) {
    const [whole, mark = ''] = match;
    const end = match.index + mark.length;
    if (
      mark === '.' &&
      endsInAbbreviation(paragraph.slice(Math.max(start, match.index - LONGEST), match.index))
    )
      continue;
    sentences.push(paragraph.slice(start, end).trim());
    start = match.index + whole.length;
  }
  const rest = paragraph.slice(start).trim();
  if (rest !== '') sentences.push(rest);
  return sentences;
}

function endsInAbbreviation(before: string): boolean {
  const last = /[\p{L}.]+$/u.exec(before)?.[0].toLowerCase();
  if (last === undefined) return false;
  return ABBREVIATIONS.has(last) || /^\p{L}$/u.test(last);
}
