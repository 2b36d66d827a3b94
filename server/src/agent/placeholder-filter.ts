import { renderVariables } from '#contract/render-variables.ts';

/** Longest placeholder to wait for: a name of up to 64 characters and a default. Longer text passes. */
const MAX_CHARACTERS = 200;

const LEADS = ' \\t,(["“*_~`';
const OPEN = `\\{\\{\\{?[^{}]{0,${MAX_CHARACTERS}}\\}{0,3}`;

/** The end of a text that may begin a placeholder or code. */
const OPEN_END = new RegExp(`(?:\`|${OPEN}[${LEADS}]*)*\\{?$`);
/** Like `OPEN_END`, with the characters before it that an empty placeholder would remove. */
const WHOLE_OPEN_END = new RegExp(`(?:[${LEADS}]|${OPEN})*\\{?$`);

/** An unfinished placeholder at the end of the answer. */
const CUT_OFF = new RegExp(`\\{\\{\\{?[^{}]{0,${MAX_CHARACTERS}}$`);

/**
 * Fills in the `{{names}}` that a model writes into its answer, for example from a document with a form letter. Those
 * without a value are removed. Code stays as it is. Text passes immediately, except for a few characters.
 */
export class PlaceholderFilter {
  readonly #values: () => Record<string, unknown>;
  readonly #openEnd: RegExp;
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
    this.#openEnd = isStreamed ? OPEN_END : WHOLE_OPEN_END;
  }

  push(text: string): string {
    this.#pending += text;
    const end = this.#pending.search(this.#openEnd);
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
    const before = new RegExp(`[${LEADS}]`).test(this.#before) ? '' : this.#before;
    return renderVariables(`${before}${whole}`, this.#values()).text.slice(before.length);
  }
}
