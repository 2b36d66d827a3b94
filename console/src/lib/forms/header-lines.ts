interface Header {
  name: string;
  value: string;
}

/** Headers typed one per line as `Name: value`. A line without a colon is a name without a value. */
export function headersIn(text: string): Header[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', ...rest] = line.split(':');
    return line.trim() === '' ? [] : [{ name: name.trim(), value: rest.join(':').trim() }];
  });
}

export function headerLines(headers: readonly Header[]): string {
  return headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
}
