interface UnreadPage {
  url: string;
  reason: string;
  /** True if a later attempt may succeed. */
  isTemporary: boolean;
}

export interface CrawlOmissions {
  /** Unreadable pages that the document names. */
  missing: readonly UnreadPage[];
  /** Unreadable pages known only from links or sitemaps. */
  unreadable: readonly UnreadPage[];
  /** Pages that were found but not requested; `urls` contains some of them. */
  untried: { urls: readonly string[]; count: number; reason: string } | null;
  /** Linked documents, such as PDFs. */
  files: readonly string[];
}

/** The rest is only counted, because document lists show the whole warning. */
const maxMissingListed = 20;
const maxUnreadableListed = 5;
const maxUntriedListed = 3;
const maxFilesListed = 10;

/**
 * A warning about missing parts of a website; null if nothing is missing. One line per kind: a full stop after a URL
 * would become part of it.
 * @param counts pages that the document names, and unread pages whose earlier passages are kept
 */
export function websiteWarning(
  omissions: CrawlOmissions,
  counts: { named: number; kept: number },
): string | null {
  const { missing, unreadable, untried, files } = omissions;
  const lines: string[] = [];
  if (missing.length > 0) {
    const count = `${missing.length} of ${counts.named} pages could not be read.`;
    lines.push([count, ...reasons(missing, maxMissingListed)].join(' '));
  }
  if (unreadable.length > 0) {
    const count = `${counted(unreadable.length, 'linked page')} could not be read.`;
    lines.push([count, ...reasons(unreadable, maxUnreadableListed)].join(' '));
  }
  if (counts.kept > 0) lines.push(`Earlier passages of ${counted(counts.kept, 'page')} stay in use.`);
  if (untried !== null) {
    const { urls, count, reason } = untried;
    const names = listed(urls.slice(0, maxUntriedListed), count);
    lines.push(`${reason} ${counted(count, 'more linked page')} ${wasWere(count)} not read: ${names}`);
  }
  if (files.length > 0) {
    const names = listed(files.slice(0, maxFilesListed), files.length);
    lines.push(
      `${counted(files.length, 'linked file')} ${wasWere(files.length)} not read; upload what you need as documents: ${names}`,
    );
  }
  return lines.length === 0 ? null : lines.join('\n');
}

function reasons(pages: readonly UnreadPage[], max: number): string[] {
  const lines = pages.slice(0, max).map(({ url, reason }) => `${url}: ${reason}`);
  return pages.length > max ? [...lines, `And ${pages.length - max} more.`] : lines;
}

function listed(names: readonly string[], count: number): string {
  const rest = count - names.length;
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${rest} more.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function wasWere(count: number): string {
  return count === 1 ? 'was' : 'were';
}
