const LINE_END = 0x0a;
const SPACE = 0x20;
/** Longer lines are split at spaces. In the detected encodings, line endings and spaces are never part of a letter. */
const LINE_BYTES = 1_000;
/** More text hardly ever changes the detector's result. */
const MAX_BYTES = 32_768;

/**
 * Collects evidence of a text's encoding: whether it is UTF-8, and otherwise its first lines with non-ASCII letters.
 */
export class EncodingEvidence {
  readonly #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  #letters = 0;
  #broken = 0;
  readonly #lines: Uint8Array[] = [];
  #length = 0;
  #unfinished: Uint8Array = new Uint8Array(0);

  add(piece: Uint8Array): void {
    this.#count(this.#utf8.decode(piece, { stream: true }));
    if (this.#length < MAX_BYTES) this.#collect(piece);
  }

  /**
   * Call after all bytes are added. Text in other encodings is hardly ever valid UTF-8 by chance, so a few broken bytes
   * among many multibyte letters are errors of the text.
   */
  isUtf8(): boolean {
    this.#count(this.#utf8.decode());
    return this.#letters >= this.#broken;
  }

  lines(): Uint8Array {
    return Buffer.concat([...this.#lines, this.#unfinished]).subarray(0, MAX_BYTES);
  }

  #count(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 0xfffd) this.#broken += 1;
      else if (code > 0x7f && (code < 0xdc00 || code > 0xdfff)) this.#letters += 1;
    }
  }

  #collect(piece: Uint8Array): void {
    const bytes = this.#unfinished.length === 0 ? piece : Buffer.concat([this.#unfinished, piece]);
    let start = 0;
    for (let index = 0; index < bytes.length && this.#length < MAX_BYTES; index += 1) {
      const ends = bytes[index] === LINE_END || (bytes[index] === SPACE && index - start >= LINE_BYTES);
      if (!ends) continue;
      this.#keep(bytes.subarray(start, index + 1));
      start = index + 1;
    }
    const rest = bytes.subarray(start, start + MAX_BYTES);
    this.#unfinished =
      isBeyondAscii(rest) || rest.length < LINE_BYTES ? Uint8Array.from(rest) : new Uint8Array(0);
  }

  #keep(line: Uint8Array): void {
    if (!isBeyondAscii(line)) return;
    this.#lines.push(Uint8Array.from(line));
    this.#length += line.length;
  }
}

function isBeyondAscii(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte > 0x7f);
}
