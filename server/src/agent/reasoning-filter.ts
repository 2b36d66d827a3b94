/** Names of tags around reasoning. */
const TAG_NAMES = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'analysis',
  'scratchpad',
  'seed:think',
  'longcat_think',
  'antthinking',
  'thought_process',
  'chain_of_thought',
  'inner_monologue',
  'internal_thoughts',
];

/** Opening and closing marks of reasoning. Case-insensitive, unless a mark has capitals. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ...TAG_NAMES.map((name) => [`<${name}>`, `</${name}>`] as const),
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|think|>', '<|/think|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|channel>', '<channel|>'],
  ['<unused94>', '<unused95>'],
];
const CLOSE_OF: ReadonlyMap<string, string> = new Map(PAIRS);
const CLOSES: ReadonlySet<string> = new Set(PAIRS.map(([, close]) => close));

/** Plain words around reasoning; only at the start of an answer. */
const SPOKEN_OPENS = ['here is my thought process:', "here's my thought process:"];
const SPOKEN_CLOSES = ['here is my response:', "here's my response:"];

/** Tags around a tool call that the server did not parse. */
const CALL_TAGS = ['<tool_call>', '</tool_call>'];

/**
 * The harmony format: `<|start|>role<|channel|>name<|message|>text<|end|>`; only the channel `final` is user-visible.
 */
const AFTER_START = ['<|channel|>', '<|message|>'];
const AFTER_CHANNEL = ['<|message|>'];
const AFTER_MESSAGE = ['<|end|>', '<|return|>', '<|call|>', '<|start|>', '<|channel|>'];
const HEADER_CHARACTERS = 40;

/** Tags around an answer that follows reasoning; elsewhere they are ordinary text. */
const ANSWER_TAGS = ['<answer>', '</answer>', '<response>', '</response>'];

/** Control marks without visible meaning. */
const DROPPED = [
  '<|begin_of_solution|>',
  '<|end_of_solution|>',
  '<|start_response|>',
  '<|end_response|>',
  '<|begin_of_box|>',
  '<|end_of_box|>',
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<end_of_turn>',
];

const MARKS = [
  ...PAIRS.flat(),
  '<|start|>',
  ...AFTER_START,
  ...AFTER_MESSAGE,
  ...ANSWER_TAGS,
  ...CALL_TAGS,
  ...DROPPED,
];
const LONGEST_MARK = Math.max(...[...MARKS, ...SPOKEN_CLOSES].map((mark) => mark.length));

/** A tag with blanks or attributes, unlike `<thinking about it>`. */
const LONG_TAG = new RegExp(
  `^<(/?(?:${TAG_NAMES.join('|')}))(?:\\s+[\\w:-]+=(?:"[^"]*"|'[^']*'|[^\\s<>"']+))*\\s*>`,
  'i',
);
const OPEN_LONG_TAG = new RegExp(`^</?(?:${TAG_NAMES.join('|')})\\s+(?:[\\w:-]+(?:=[^<>]{0,4000})?)?$`, 'i');

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]);

export interface FilteredText {
  /** Visible text. */
  text: string;
  /** All earlier text was reasoning: only its end mark arrived, as some chat templates swallow the opening one. */
  withdraws: boolean;
  /** Contents of complete tool calls that were written as text. */
  calls: string[];
}

/**
 * Removes reasoning from a model's streamed text. Text passes immediately, except for a few characters that may begin a
 * mark. A mark in code, or alone in quotes, is ordinary text. Unclosed reasoning swallows the rest of the answer:
 * better a short answer than leaked reasoning. Tool calls that were written as text are removed as well.
 */
export class ReasoningFilter {
  #pending = '';
  /** End marks of the current reasoning; null outside reasoning. */
  #ends: readonly string[] | null = null;
  /** Text between a channel mark and its message; null elsewhere. */
  #header: string | null = null;
  #wasShown = false;
  #hadReasoning = false;
  /** Reasoning was removed, and no text has been shown since. */
  #isAfterReasoning = false;
  #isInAnswerTag = false;
  /** True until the first letter of the answer. */
  #isAtStart = true;
  #hasOpened = false;
  /** Text of a tool call; null elsewhere. */
  #call: string | null = null;
  readonly #code = new CodeSpans();

  /** The answer began with marked reasoning. */
  get hasOpened(): boolean {
    return this.#hasOpened;
  }

  push(delta: string): FilteredText {
    this.#pending += delta;
    return this.#drain(false);
  }

  /** Returns held-back text at the end of the stream. */
  end(): FilteredText {
    const out = this.#drain(true);
    // Some models omit the closing tag of a tool call.
    if (this.#call !== null) out.calls.push(this.#call + this.#pending);
    return out;
  }

  #drain(isOver: boolean): FilteredText {
    const out: FilteredText = { text: '', withdraws: false, calls: [] };
    while (this.#pending !== '') {
      const goesOn = this.#ends === null ? this.#show(out, isOver) : this.#skip(out, this.#ends);
      if (!goesOn) break;
    }
    return out;
  }

  /** @returns false if it needs more text */
  #skip(out: FilteredText, ends: readonly string[]): boolean {
    const text = this.#pending;
    const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
    const [first] = ends
      .flatMap((mark) => foundIn(mark.startsWith('[') ? text : lower, mark) ?? [])
      .sort((one, other) => one.at - other.at);
    const done = first === undefined ? Math.max(0, text.length - LONGEST_MARK) : first.at;
    if (this.#header !== null && this.#header.length < HEADER_CHARACTERS) {
      this.#header += text.slice(0, done);
    }
    if (this.#call !== null) this.#call += text.slice(0, done);
    this.#pending = text.slice(first === undefined ? done : first.at + first.length);
    if (first === undefined) return false;
    if (this.#call !== null) out.calls.push(this.#call);
    this.#call = null;
    this.#after(first.mark);
    return true;
  }

  #show(out: FilteredText, isOver: boolean): boolean {
    if (this.#isAtStart) {
      const start = this.#pending.trimStart().toLowerCase();
      const open = SPOKEN_OPENS.find((words) => start.startsWith(words));
      if (open !== undefined) return this.#skipSpoken(open);
      if (!isOver && SPOKEN_OPENS.some((words) => words.startsWith(start))) return false;
      this.#isAtStart = false;
    }
    const at = this.#pending.search(/[<[◁]/);
    this.#emit(out, at === -1 ? this.#pending : this.#pending.slice(0, at));
    if (at === -1) {
      this.#pending = '';
      return false;
    }
    const rest = this.#pending.slice(at);
    this.#pending = rest;
    const found = markAt(rest);
    if (found === null) {
      if (!isOver && mayBecomeMark(rest)) return false;
      return this.#pass(out, 1);
    }
    if (this.#code.isInside()) return this.#pass(out, found.length);
    const quote = QUOTES.get(this.#code.last);
    if (quote !== undefined) {
      if (rest.length === found.length && !isOver) return false;
      if (rest[found.length] === quote) return this.#pass(out, found.length);
    }
    return this.#take(out, found);
  }

  #skipSpoken(open: string): true {
    this.#pending = this.#pending.trimStart().slice(open.length);
    this.#isAtStart = false;
    this.#after('');
    this.#ends = SPOKEN_CLOSES;
    this.#hasOpened = true;
    return true;
  }

  #pass(out: FilteredText, length: number): true {
    this.#emit(out, this.#pending.slice(0, length));
    this.#pending = this.#pending.slice(length);
    return true;
  }

  /** Processes a mark in visible text. */
  #take(out: FilteredText, { mark, length }: FoundMark): true {
    const isAnswerTag = ANSWER_TAGS.includes(mark);
    const isClosing = mark.startsWith('</');
    if (isAnswerTag && !(isClosing ? this.#isInAnswerTag : this.#isAfterReasoning)) {
      return this.#pass(out, length);
    }
    this.#pending = this.#pending.slice(length);
    if (isAnswerTag) this.#isInAnswerTag = !isClosing;
    else if (mark === '<tool_call>') [this.#call, this.#ends] = ['', ['</tool_call>']];
    else if (CLOSES.has(mark)) this.#withdraw(out);
    else if (!DROPPED.includes(mark) && mark !== '</tool_call>') this.#open(mark);
    return true;
  }

  #open(mark: string): void {
    this.#hasOpened ||= !this.#wasShown;
    this.#after(mark);
  }

  #withdraw(out: FilteredText): void {
    // A second end mark after complete reasoning is a model error.
    if (!this.#hadReasoning && this.#wasShown) {
      out.text = '';
      out.withdraws = true;
      this.#wasShown = false;
    }
    this.#after('');
  }

  /** Updates the state for the text after a mark. */
  #after(mark: string): void {
    const isFinal = this.#header === null || this.#header.trimStart().toLowerCase().startsWith('final');
    this.#header = mark === '<|channel|>' ? '' : null;
    const close = CLOSE_OF.get(mark);
    if (close !== undefined) this.#ends = [close];
    else if (mark === '<|start|>') this.#ends = AFTER_START;
    else if (mark === '<|channel|>') this.#ends = AFTER_CHANNEL;
    else if (mark === '<|message|>' && !isFinal) this.#ends = AFTER_MESSAGE;
    else this.#ends = null;
    this.#hadReasoning = true;
    this.#isAfterReasoning = true;
  }

  #emit(out: FilteredText, piece: string): void {
    const isGap = this.#isAfterReasoning && (!this.#wasShown || /\s/.test(this.#code.last));
    const text = isGap ? piece.trimStart() : piece;
    if (text === '') return;
    out.text += text;
    this.#code.read(text);
    this.#isAfterReasoning = false;
    this.#wasShown ||= text.trim() !== '';
  }
}

/** A complete text without reasoning. */
export function withoutReasoning(text: string): string {
  const filter = new ReasoningFilter();
  const pieces = [filter.push(text), filter.end()];
  return pieces.map((piece) => piece.text).join('');
}

interface FoundMark {
  mark: string;
  length: number;
}

/** The first end mark in a text; a tag may have blanks before its `>`. Null if there is no such mark. */
function foundIn(text: string, mark: string): (FoundMark & { at: number }) | null {
  if (!mark.startsWith('</')) {
    const at = text.indexOf(mark);
    return at === -1 ? null : { mark, at, length: mark.length };
  }
  const found = new RegExp(`${mark.slice(0, -1)}\\s*>`).exec(text);
  return found === null ? null : { mark, at: found.index, length: found[0].length };
}

/** Null if no complete mark starts here. */
function markAt(text: string): FoundMark | null {
  const mark = MARKS.find((one) => isSame(text.slice(0, one.length), one));
  if (mark !== undefined) return { mark, length: mark.length };
  const tag = LONG_TAG.exec(text);
  return tag === null ? null : { mark: `<${(tag[1] ?? '').toLowerCase()}>`, length: tag[0].length };
}

function mayBecomeMark(text: string): boolean {
  return (
    (text.length < LONGEST_MARK && MARKS.some((mark) => isSame(text, mark.slice(0, text.length)))) ||
    OPEN_LONG_TAG.test(text)
  );
}

function isSame(text: string, mark: string): boolean {
  return text === mark || text.toLowerCase() === mark;
}

/** Tracks whether streamed text is inside code: a fence, or a span of one line. */
class CodeSpans {
  last = '';
  #ticks = 0;
  #isInFence = false;
  #isInSpan = false;

  read(text: string): void {
    if (this.#ticks > 0 || this.#isInSpan || text.includes('`'))
      for (const letter of text) this.#letter(letter);
    this.last = text.at(-1) ?? this.last;
  }

  isInside(): boolean {
    this.#endRun();
    return this.#isInFence || this.#isInSpan;
  }

  #letter(letter: string): void {
    if (letter === '`') {
      this.#ticks += 1;
      return;
    }
    this.#endRun();
    if (letter === '\n') this.#isInSpan = false;
  }

  #endRun(): void {
    if (this.#ticks >= 3) this.#isInFence = !this.#isInFence;
    else if (this.#ticks > 0 && !this.#isInFence) this.#isInSpan = !this.#isInSpan;
    this.#ticks = 0;
  }
}
