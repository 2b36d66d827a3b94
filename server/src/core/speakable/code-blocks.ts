const FENCE = /^\s*(?:```|~~~)\s*([\w+#-]*)[^`]*$/;
/** Fence languages whose lines are prose. */
const WORDS = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'markdown', 'md']);
/** Signs of code; prose in a fence without a language is read. */
const CODE =
  /[{};=<>\\]|\w\(|^\s*(?:\$|#|\/\/|import|const|let|var|def|return|function|class|select|curl|npm|sudo)\b/i;

export type LineKind = 'words' | 'fence' | 'code';

/** Classifies the lines of a text one after the other, so that code is not read aloud. */
export class CodeBlocks {
  /** Null outside of fences. */
  #language: string | null = null;

  next(line: string): LineKind {
    const fence = FENCE.exec(line);
    if (fence !== null) {
      this.#language = this.#language === null ? (fence[1] ?? '').toLowerCase() : null;
      return 'fence';
    }
    if (this.#language === null) return 'words';
    return WORDS.has(this.#language) && !CODE.test(line) ? 'words' : 'code';
  }
}
