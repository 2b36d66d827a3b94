interface UnreadPage {
  url: string;
  /** A sentence. */
  reason: string;
  /** Temporary: a later attempt may succeed. */
  isPassing: boolean;
}

/** Pages and files that a crawl left out. */
export interface LeftOut {
  /** Pages that the document names and that could not be read. */
  missing: readonly UnreadPage[];
  /** Pages known only from links or sitemaps. */
  unreadable: readonly UnreadPage[];
  /** Pages that were found but not requested; `urls` are some of them. */
  untried: { urls: readonly string[]; count: number; reason: string } | null;
  /** Linked documents, such as PDFs. */
  files: readonly string[];
}

/** Further ones are only counted, since lists show the warning. */
const mostMissingTold = 20;
const mostUnreadableTold = 5;
const mostUntriedTold = 3;
const mostFilesTold = 10;

/**
 * Sentences about missing parts of a website; null: none.
 * @param counts pages that the document names, and unread pages whose earlier passages are kept
 */
export function websiteWarning(left: LeftOut, counts: { named: number; kept: number }): string | null {
  const { missing, unreadable, untried, files } = left;
  const sentences: string[] = [];
  if (missing.length > 0) {
    sentences.push(`${missing.length} of ${counts.named} pages could not be read.`);
    sentences.push(...reasons(missing, mostMissingTold));
  }
  if (unreadable.length > 0) {
    sentences.push(`${counted(unreadable.length, 'linked page')} could not be read.`);
    sentences.push(...reasons(unreadable, mostUnreadableTold));
  }
  if (counts.kept > 0) sentences.push(`Earlier passages of ${counted(counts.kept, 'page')} stay in use.`);
  if (untried !== null) {
    const { urls, count, reason } = untried;
    const names = listed(urls.slice(0, mostUntriedTold), count);
    sentences.push(`${reason} ${counted(count, 'more linked page')} ${wasWere(count)} not read: ${names}`);
  }
  if (files.length > 0) {
    const names = listed(files.slice(0, mostFilesTold), files.length);
    sentences.push(
      `${counted(files.length, 'linked file')} ${wasWere(files.length)} not read; upload what you need as documents: ${names}`,
    );
  }
  return sentences.length === 0 ? null : sentences.join(' ');
}

function reasons(pages: readonly UnreadPage[], most: number): string[] {
  const told = pages.slice(0, most).map(({ url, reason }) => `${url}: ${reason}`);
  return pages.length > most ? [...told, `And ${pages.length - most} more.`] : told;
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
