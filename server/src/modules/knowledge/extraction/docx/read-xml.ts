import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';

/** Names have their conventional prefixes, such as `w:p`, even if the file declares others. */
export interface XmlHandlers {
  open: (name: string, attribute: (name: string) => string | undefined) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Conventional prefixes by namespace, transitional and strict. */
const namespaces: readonly [RegExp, string][] = [
  [/wordprocessingml\/(?:2006\/)?main$/, 'w'],
  [/officeDocument\/(?:2006\/)?math$/, 'm'],
  [/officeDocument\/(?:2006\/)?relationships$/, 'r'],
  [/drawingml\/(?:2006\/)?main$/, 'a'],
  [/markup-compatibility\/2006$/, 'mc'],
];
const sliceBytes = 65_536;

/** Streams a part as events, without building a tree. */
export function readXml(bytes: Buffer | null, handlers: XmlHandlers): void {
  if (bytes === null) return;
  const prefixes = new Map<string, string>();
  const usual = (name: string): string => {
    const colon = name.indexOf(':');
    const prefix = prefixes.get(name.slice(0, Math.max(0, colon)));
    return prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        notePrefixes(attributes, prefixes);
        handlers.open(usual(name), (wanted) => attributeOf(attributes, wanted, usual));
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => handlers.close?.(usual(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new StringDecoder('utf8');
  for (let offset = 0; offset < bytes.length; offset += sliceBytes) {
    parser.write(decoder.write(bytes.subarray(offset, offset + sliceBytes)));
  }
  parser.end(decoder.end());
}

function notePrefixes(attributes: Record<string, string>, prefixes: Map<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns')) continue;
    const prefix = namespaces.find(([pattern]) => pattern.test(value))?.[1];
    const written = name.slice('xmlns:'.length);
    if (prefix !== undefined && prefix !== written) prefixes.set(written, prefix);
  }
}

function attributeOf(
  attributes: Record<string, string>,
  wanted: string,
  usual: (name: string) => string,
): string | undefined {
  const exact = attributes[wanted];
  if (exact !== undefined) return exact;
  return Object.entries(attributes).find(([name]) => usual(name) === wanted)?.[1];
}
