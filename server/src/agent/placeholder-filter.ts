import { renderVariables } from '#contract/render-variables.ts';

/** Longest placeholder to wait for: a name of up to 64 characters and a default. Longer text passes. */
const MAX_CHARACTERS = 200;
/** Most text that is held back at a time. */
const MAX_HELD = 2000;

/** Removed together with an empty placeholder that follows or precedes. */
const LEADS = ' \t,(["“*_~`';

const isLead = (character: string | undefined): boolean =>
  character !== undefined && LEADS.includes(character);

/**
 * Index from which a streamed text must be held back, because the next chunk may change it: trailing placeholders, and the
 * characters that an empty placeholder would remove. Scans backward, each character at most twice.
 * @param isStreamed characters before a placeholder pass immediately, except for backticks, which may open code
 */
function openEndOf(text: string, isStreamed: boolean): number {
  const first = Math.max(0, text.length - MAX_HELD);
  let end = text.endsWith('{') && !text.endsWith('{{') ? text.length - 1 : text.length;
  while (end > first) {
    let at = end;
    while (at > first && (isStreamed ? text[at - 1] === '`' : isLead(text[at - 1]))) at -= 1;
    const begin = placeholderBefore(text, at);
    if (begin === null) return at;
    end = begin;
  }
  return end;
}

/** The start of the placeholder that ends at `end`, complete or not; null without one. */
function placeholderBefore(text: string, end: number): number | null {
  let at = end;
  while (at > end - MAX_CHARACTERS && isLead(text[at - 1])) at -= 1;
  const mostClosing = at - 3;
  while (at > mostClosing && text[at - 1] === '}') at -= 1;
  const longest = at - MAX_CHARACTERS;
  while (at > longest && at > 0 && text[at - 1] !== '{' && text[at - 1] !== '}') at -= 1;
  if (text[at - 1] !== '{' || text[at - 2] !== '{') return null;
  return text[at - 3] === '{' ? at - 3 : at - 2;
}

/** An unfinished placeholder at the end of the answer. */
const CUT_OFF = new RegExp(`\\{\\{\\{?[^{}]{0,${MAX_CHARACTERS}}$`);

/**
 * Fills in the `{{names}}` that a model writes into its answer, for example from a document with a form letter. Those
 * without a value are removed. Code stays as it is. Text passes immediately, except for a few characters.
 */
export class PlaceholderFilter {
  readonly #values: () => Record<string, unknown>;
  readonly #isStreamed: boolean;
  #pending = '';
  /** The last visible character; empty at the beginning. */
  #before = '';
  /** The backticks that opened the current code; empty outside code. */
  #code = '';

  /**
   * @param values called for each placeholder
   * @param isStreamed true if text is sent at once; a space before an empty placeholder then remains
   */
  constructor(values: () => Record<string, unknown>, isStreamed: boolean) {
    this.#values = values;
    this.#isStreamed = isStreamed;
  }

  push(text: string): string {
    this.#pending += text;
    const end = openEndOf(this.#pending, this.#isStreamed);
    const ready = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end);
    return this.#filled(ready);
  }

  /** The rest of the answer. */
  end(): string {
    const rest = this.#filled(this.#pending, true);
    this.#pending = '';
    return rest;
  }

  #filled(text: string, isLast = false): string {
    let filled = '';
    for (const part of text.split(/(`+|\n)/)) {
      filled += this.#code === '' ? this.#rendered(part, isLast) : part;
      if (part.startsWith('`')) this.#code = this.#codeAfter(part);
      // Only fences span lines.
      if (part === '\n' && this.#code.length < 3) this.#code = '';
      this.#before = filled.at(-1) ?? this.#before;
    }
    return filled;
  }

  #codeAfter(ticks: string): string {
    if (this.#code === '') return ticks;
    return this.#code === ticks ? '' : this.#code;
  }

  #rendered(text: string, isLast: boolean): string {
    if (!text.includes('{{')) return text;
    const whole = isLast ? text.replace(CUT_OFF, '{{}}') : text;
    const before = isLead(this.#before) ? '' : this.#before;
    return renderVariables(`${before}${whole}`, this.#values()).text.slice(before.length);
  }
}
