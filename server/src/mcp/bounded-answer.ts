/** About 20,000 tokens, which is less than common clients accept as one result. */
export const MAX_ANSWER_CHARACTERS = 80_000;

/** Limits, tried in this order until the answer fits. */
const LEVELS = [
  { text: 40_000, items: 1000 },
  { text: 8000, items: 100 },
  { text: 2000, items: 50 },
  { text: 500, items: 20 },
  { text: 200, items: 5 },
] as const;

interface Bounded {
  value: unknown;
  /** One sentence for each part that was cut. */
  cuts: string[];
}

/** Shortens long texts and lists of an answer until its JSON fits. @returns the same value if it fits */
export function boundedAnswer(value: unknown, maxCharacters: number = MAX_ANSWER_CHARACTERS): Bounded {
  if (JSON.stringify(value).length <= maxCharacters) return { value, cuts: [] };
  for (const level of LEVELS) {
    const cuts: string[] = [];
    const shorter = shortened(value, '', { ...level, cuts });
    if (JSON.stringify(shorter).length <= maxCharacters) return { value: shorter, cuts };
  }
  return { value: {}, cuts: ['The answer is too long to show.'] };
}

function shortened(
  value: unknown,
  path: string,
  limits: { text: number; items: number; cuts: string[] },
): unknown {
  const { text, items, cuts } = limits;
  if (typeof value === 'string' && value.length > text) {
    cuts.push(`${path || 'The text'}: only the first ${text} of ${value.length} characters.`);
    return `${value.slice(0, text)}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > items)
      cuts.push(`${path || 'The list'}: only the first ${items} of ${value.length} items.`);
    return value.slice(0, items).map((item, index) => shortened(item, `${path}[${index}]`, limits));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    return [name, shortened(inner, path === '' ? name : `${path}.${name}`, limits)];
  });
  return Object.fromEntries(members);
}
