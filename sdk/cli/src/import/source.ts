/** The JSON of another product. Remembers which fields were read, so that the others can be reported. */
export class Source {
  readonly #value: unknown;
  readonly #path: string;
  readonly #read: Set<string>;

  constructor(value: unknown, path = '', read: Set<string> = new Set()) {
    this.#value = value;
    this.#path = path;
    this.#read = read;
  }

  /** A field, as `model.temperature`, without marking it as read. Missing parts give an undefined value. */
  at(path: string): Source {
    let value = this.#value;
    for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
    return new Source(value, join(this.#path, path), this.#read);
  }

  /** The whole value, marked as read. */
  get value(): unknown {
    this.#read.add(this.#path);
    return this.#value;
  }

  get exists(): boolean {
    return this.#value !== undefined && this.#value !== null;
  }

  text(path: string): string | null {
    const { value } = this.at(path);
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  }

  number(path: string): number | null {
    const { value } = this.at(path);
    return typeof value === 'number' ? value : null;
  }

  flag(path: string): boolean | null {
    const { value } = this.at(path);
    return typeof value === 'boolean' ? value : null;
  }

  list(path: string): Source[] {
    const list = this.at(path);
    const items: unknown[] = Array.isArray(list.#value) ? list.#value : [];
    return items.map((item, index) => new Source(item, `${list.#path}[${index}]`, this.#read));
  }

  /** Name and value of each member. */
  members(path: string): [string, Source][] {
    const object = this.at(path);
    const names = isObject(object.#value) ? Object.keys(object.#value) : [];
    return names.map((name) => [
      name,
      new Source(Object(object.#value)[name], join(object.#path, name), this.#read),
    ]);
  }

  /** Marks fields without a meaning in Parley, such as ids, as read. */
  ignore(...paths: string[]): void {
    for (const path of paths) this.#read.add(join(this.#path, path));
  }

  /** Marks the whole value as read, because a note already mentions it. */
  ignoreAll(): void {
    this.#read.add(this.#path);
  }

  /** Paths with a value that were neither read nor ignored. */
  unread(): string[] {
    return this.#unread(this.#value, this.#path);
  }

  #unread(value: unknown, path: string): string[] {
    if (this.#read.has(path) || isEmpty(value)) return [];
    if (!isObject(value) && !Array.isArray(value)) return [path];
    const isTouched =
      path === '' || [...this.#read].some((one) => one.startsWith(`${path}.`) || one.startsWith(`${path}[`));
    if (!isTouched) return [path];
    const inner = Array.isArray(value)
      ? value.map((item, index): [string, unknown] => [`${path}[${index}]`, item])
      : Object.entries(value).map(([name, item]): [string, unknown] => [join(path, name), item]);
    return inner.flatMap(([at, item]) => this.#unread(item, at));
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for values that need no report: nothing, or a switch that is off. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}
