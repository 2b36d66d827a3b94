interface Field {
  /** Among the fields of the part, in the order of their beginnings. */
  index: number;
  code: string;
  /** Its code is read, its shown value not yet. */
  isCode: boolean;
  /** Of a check box. */
  isChecked: boolean | null;
}

const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/** The fields that surround the current text, outermost first. */
export class FieldStack {
  readonly #fields: Field[] = [];
  readonly #unclosed: ReadonlySet<number>;
  #count = 0;

  /** `unclosed`: indexes of fields that never end, whose text is shown. */
  constructor(unclosed: ReadonlySet<number>) {
    this.#unclosed = unclosed;
  }

  /** `isCode`: the following text is the field's code, not its value. */
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

  /** Text of a field without a value: the mark of a check box. */
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
