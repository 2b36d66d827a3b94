interface Field {
  /** Position among the fields of the part, in order of their starts. */
  index: number;
  code: string;
  /** True while the reader is in the field's code; the displayed value follows the code. */
  isCode: boolean;
  /** State of a check box; null for other fields. */
  isChecked: boolean | null;
}

const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/** The fields that surround the current text, outermost first. */
export class FieldStack {
  readonly #fields: Field[] = [];
  readonly #unclosed: ReadonlySet<number>;
  #count = 0;

  /** @param unclosed indexes of fields without an end; their text is shown */
  constructor(unclosed: ReadonlySet<number>) {
    this.#unclosed = unclosed;
  }

  /** @param isCode true if the following text is the field's code, not its value */
  begin(code: string, isCode: boolean): void {
    const index = this.#count;
    this.#count += 1;
    this.#fields.push({ index, code, isCode: isCode && !this.#unclosed.has(index), isChecked: null });
  }

  /** Indexes of the fields that have not ended yet. */
  get open(): ReadonlySet<number> {
    return new Set(this.#fields.map(({ index }) => index));
  }

  separate(): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.isCode = false;
  }

  /** Returns the symbol of a check box, else an empty string. */
  end(): string {
    const field = this.#fields.pop();
    if (field === undefined || !/FORMCHECKBOX/i.test(field.code)) return '';
    return field.isChecked === true ? '☒' : '☐';
  }

  addCode(text: string): void {
    const field = this.#fields.at(-1);
    if (field?.isCode === true) field.code += text;
  }

  check(value: string | undefined, isDefault: boolean): void {
    const field = this.#fields.at(-1);
    if (field === undefined || (isDefault && field.isChecked !== null)) return;
    field.isChecked = value !== '0' && value !== 'false';
  }

  get showsText(): boolean {
    return this.#fields.every(({ isCode }) => !isCode);
  }

  get showsPageNumber(): boolean {
    return this.#fields.some(({ code }) => PAGE_NUMBER.test(code));
  }
}
