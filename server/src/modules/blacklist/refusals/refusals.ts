/**
 * How people say in one language that they do not want to be called. All stand for words in small letters without accents,
 * with spaces for apostrophes and hyphens; a comma is a word of its own.
 */
export interface Refusals {
  /** Says it, whatever follows, unless that is one of the limits. */
  firm: RegExp;
  /** Says it where no more follows: "do not call me", but not "do not call me Bob". */
  bare: RegExp;
  /** What may follow even so: "please". */
  fillers: RegExp;
  /** What makes it a matter of hours or conditions when it follows: "before nine", "at work", "if". */
  limits: RegExp;
  /** What makes it something else when it stands before it, in the same clause: "you", "why", "if". */
  turns: RegExp;
}

/** @param wordings regular expressions; words that may stand for each other are divided by | */
export function anyOf(...wordings: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${wordings.join('|')})(?!\p{L})`, 'gu');
}

/** At the beginning of what follows. */
export function startsWith(...wordings: readonly string[]): RegExp {
  return new RegExp(String.raw`^(?:${wordings.join('|')})(?!\p{L})`, 'u');
}

/** Anywhere in what stands before, or as its last words where the wording ends with `$`. */
export function contains(...wordings: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${wordings.join('|')})(?!\p{L})`, 'u');
}
