export type Encoding = 'br' | 'gzip' | 'identity';

/** Chooses the first of `offered` that an `Accept-Encoding` header accepts; `q=0` excludes an encoding. */
export function chooseEncoding(header: string | undefined, offered: readonly Encoding[]): Encoding {
  const taken = new Set<string>();
  for (const part of header?.split(',') ?? []) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name);
  }
  return offered.find((encoding) => taken.has(encoding)) ?? 'identity';
}
