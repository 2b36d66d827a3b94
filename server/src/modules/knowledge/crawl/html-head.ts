/** Metadata and links of a page. */
export interface PageFacts {
  title: string;
  /** Absolute URL; null if missing or invalid. */
  canonical: string | null;
  /** Target of `<meta http-equiv="refresh">`, absolute. */
  refreshTo: string | null;
  language: string | null;
  noindex: boolean;
  nofollow: boolean;
  /** Absolute http(s) URLs without fragments, in order, deduplicated, without `nofollow` links. */
  links: string[];
  /** The page contains scripts, so it may render its text only in a browser. */
  hasScripts: boolean;
}

type Attributes = Readonly<Record<string, string>>;

const maxLinks = 5_000;
const maxUrlLength = 2_048;

/** Collects metadata and links element by element. */
export class FactsReader {
  readonly facts: PageFacts = {
    title: '',
    canonical: null,
    refreshTo: null,
    language: null,
    noindex: false,
    nofollow: false,
    links: [],
    hasScripts: false,
  };
  private base: string;
  private readonly seen = new Set<string>();

  constructor(url: string) {
    this.base = url;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'html':
        this.facts.language ??= attributes['lang']?.trim().slice(0, 35) || null;
        break;
      case 'base':
        this.base = absolute(attributes['href'], this.base) ?? this.base;
        break;
      case 'script':
        this.facts.hasScripts = true;
        break;
      case 'link':
        if (words(attributes['rel']).includes('canonical')) {
          this.facts.canonical ??= absolute(attributes['href'], this.base);
        }
        break;
      case 'meta':
        this.meta(attributes);
        break;
      case 'a':
      case 'area':
        if (!words(attributes['rel']).includes('nofollow')) this.link(attributes['href']);
        break;
      case 'frame':
        this.link(attributes['src']);
        break;
    }
  }

  private meta(attributes: Attributes): void {
    const name = attributes['name']?.toLowerCase();
    const content = attributes['content'] ?? '';
    if (name === 'robots' || name === 'parley') {
      const rules = robotsDirectives(content);
      this.facts.noindex ||= rules.noindex;
      this.facts.nofollow ||= rules.nofollow;
    }
    if (attributes['http-equiv']?.toLowerCase() === 'refresh') {
      const target = /^\s*\d{1,3}(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(
        content.slice(0, 4_000),
      );
      this.facts.refreshTo ??= absolute(target?.[1], this.base);
    }
  }

  private link(href: string | undefined): void {
    if (this.facts.links.length >= maxLinks) return;
    const url = absolute(href, this.base);
    if (url === null || this.seen.has(url)) return;
    this.seen.add(url);
    this.facts.links.push(url);
  }
}

/** Parses a robots meta element or `X-Robots-Tag` header. */
export function robotsDirectives(content: string): { noindex: boolean; nofollow: boolean } {
  const rules = words(content.slice(0, 1_000));
  const none = rules.includes('none');
  return { noindex: none || rules.includes('noindex'), nofollow: none || rules.includes('nofollow') };
}

function absolute(reference: string | undefined, base: string): string | null {
  if (reference === undefined || reference.length > maxUrlLength) return null;
  const url = URL.parse(reference.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.hash = '';
  return url.href.length > maxUrlLength ? null : url.href;
}

function words(text: string | undefined): string[] {
  return (text ?? '').toLowerCase().split(/[\s,;]+/);
}
