import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';

/** Contents of a sitemap (sitemaps.org protocol 0.9): absolute URLs in order, deduplicated. */
export interface Sitemap {
  pages: string[];
  /** Further sitemaps, if this is an index. */
  sitemaps: string[];
}

const maxAddresses = 5_000;
const maxAddressLength = 2_048;
/** Limit of uncompressed bytes; the rest is ignored. */
const maxBytes = 10 * 1_048_576;
const sliceBytes = 65_536;
const inspectedBytes = 2_048;
/** Sitemaps nest three deep; the parser's cost grows with depth. */
const maxDepth = 32;

/** True for a sitemap or sitemap index: XML, or one URL per line, optionally gzipped. */
export function isSitemap(body: Buffer): boolean {
  const start = beginningOf(body).replace(/^\uFEFF/, '');
  if (/^\s*<(?:\?xml|!--|urlset|sitemapindex)/i.test(start))
    return /<(?:urlset|sitemapindex)[\s>]/i.test(start);
  const lines = start.split(/\r\n|\r|\n/).map((line) => line.trim());
  // The last line may be truncated.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.every((line) => line === '' || isAddress(line)) && whole.some((line) => line !== '');
}

/** Reads the intact part of a sitemap; never rejects because of invalid content. */
export async function readSitemap(body: Buffer, url: string): Promise<Sitemap> {
  const reader = beginningOf(body).includes('<') ? new XmlReader(url) : new LineReader(url);
  const decoder = new TextDecoder();
  let length = 0;
  try {
    for await (const bytes of isGzip(body) ? unpacked(body) : slices(body)) {
      length += bytes.length;
      if (length > maxBytes || reader.isFull) break;
      reader.write(decoder.decode(bytes, { stream: true }));
    }
  } catch (error) {
    // The compressed file is damaged, or truncated at the size limit.
    if (!isZlibError(error)) throw error;
  }
  return reader.finish();
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

function isAddress(line: string): boolean {
  return /^https?:\/\/\S+$/i.test(line);
}

function beginningOf(body: Buffer): string {
  if (!isGzip(body)) return body.subarray(0, inspectedBytes).toString('utf8');
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1_048_576 };
    return gunzipSync(body.subarray(0, inspectedBytes / 4), options).toString('utf8', 0, inspectedBytes);
  } catch {
    return '';
  }
}

async function* slices(body: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < body.length; start += sliceBytes) {
    yield body.subarray(start, start + sliceBytes);
    await nextTurn();
  }
}

function unpacked(body: Buffer): AsyncIterable<Buffer> {
  return Readable.from([body]).pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }));
}

abstract class AddressReader {
  private readonly base: string;
  private readonly found: Record<keyof Sitemap, Set<string>> = { pages: new Set(), sitemaps: new Set() };

  constructor(base: string) {
    this.base = base;
  }

  get isFull(): boolean {
    return this.found.pages.size + this.found.sitemaps.size >= maxAddresses;
  }

  abstract write(text: string): void;

  finish(): Sitemap {
    return { pages: [...this.found.pages], sitemaps: [...this.found.sitemaps] };
  }

  protected add(list: keyof Sitemap, text: string): void {
    const address = text.trim();
    if (this.isFull || address === '' || address.length > maxAddressLength) return;
    const url = URL.parse(address, this.base);
    if (url === null || !/^https?:$/.test(url.protocol)) return;
    url.hash = '';
    this.found[list].add(url.href);
  }
}

class LineReader extends AddressReader {
  private rest = '';

  write(text: string): void {
    const lines = (this.rest + text).split(/\r\n|\r|\n/);
    this.rest = (lines.pop() ?? '').slice(0, maxAddressLength + 1);
    for (const line of lines) if (isAddress(line.trim())) this.add('pages', line);
  }

  override finish(): Sitemap {
    if (isAddress(this.rest.trim())) this.add('pages', this.rest);
    return super.finish();
  }
}

class XmlReader extends AddressReader {
  private list: keyof Sitemap = 'pages';
  private depth = 0;
  private location: string[] | null = null;
  private readonly parser = new Parser(
    {
      onopentag: (name) => this.open(name),
      ontext: (text) => this.location?.push(text),
      onclosetag: (name) => this.close(name),
    },
    { xmlMode: true },
  );

  override get isFull(): boolean {
    return super.isFull || this.depth > maxDepth;
  }

  write(text: string): void {
    this.parser.write(text);
  }

  private open(name: string): void {
    this.depth += 1;
    if (name === 'url') this.list = 'pages';
    else if (name === 'sitemap') this.list = 'sitemaps';
    else if (name === 'loc') this.location = [];
  }

  private close(name: string): void {
    this.depth -= 1;
    if (name !== 'loc' || this.location === null) return;
    this.add(this.list, this.location.join(''));
    this.location = null;
  }
}
