import { connect } from '../account/connection.ts';
import { textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { limitOf } from '../records/read.ts';
import { writeRows } from '../terminal/terminal.ts';

interface Hit {
  kind: string;
  id: string;
  name: string;
  at: string;
  excerpt: { text: string }[];
}

interface Page {
  data: Hit[];
  next_cursor: string | null;
}

/** The largest page of the API. */
const PAGE = 50;

/** Lists calls, conversations, leads and SMS with the words, newest first. */
export async function searchContent(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const limit = limitOf(options);
  const api = await connect(invocation);
  const assistant = textOption(options, 'assistant');
  const query = {
    q: wordAt(invocation, 0),
    kind: textOption(options, 'kind'),
    assistant_id: assistant === undefined ? undefined : await idOf(api, 'assistants', assistant),
    date_from: textOption(options, 'from'),
    date_to: textOption(options, 'to'),
  };
  const hits: Hit[] = [];
  let cursor: string | null = null;
  do {
    const per_page = String(Math.min(PAGE, limit - hits.length));
    const page: Page = await api.get<Page>('/user/search/content', {
      ...query,
      per_page,
      cursor: cursor ?? undefined,
    });
    hits.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && hits.length < limit);
  writeRows(terminal, hits, [
    { title: 'kind', text: ({ kind }) => kind },
    { title: 'id', text: ({ id }) => id },
    { title: 'name', text: ({ name }) => name },
    { title: 'at', text: ({ at }) => at.slice(0, 16).replace('T', ' ') },
    { title: 'text', text: ({ excerpt }) => excerpt.map(({ text }) => text).join('') },
  ]);
  if (cursor !== null) terminal.note(`The latest ${hits.length} are listed. Use --limit or --all for more.`);
  return 0;
}
