/**
 * Patterns of one language for asking not to be called. They match normalized text (`plainWords`): lower case, no
 * accents, spaces for apostrophes and hyphens, commas as words.
 */
export interface Refusals {
  /** A refusal regardless of what follows, except a limit. */
  firm: RegExp;
  /** A refusal only at the end: "do not call me", but not "do not call me Bob". */
  bare: RegExp;
  /** Words that may follow a refusal without changing it: "please". */
  fillers: RegExp;
  /** Words that make a preceding refusal conditional: "before nine", "at work", "if". */
  limits: RegExp;
  /** Words that change the meaning of a following refusal in the same clause: "you", "why", "if". */
  turns: RegExp;
}

/** @param wordings regular expressions; alternatives are separated by | */
export function anyOf(...wordings: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${wordings.join('|')})(?!\p{L})`, 'gu');
}

/** Matches at the start of the text. */
export function startsWith(...wordings: readonly string[]): RegExp {
  return new RegExp(String.raw`^(?:${wordings.join('|')})(?!\p{L})`, 'u');
}

/** Matches anywhere in the preceding clause, or at its end if the wording ends with `$`. */
export function contains(...wordings: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${wordings.join('|')})(?!\p{L})`, 'u');
}
