import { TALK_DIALOGS } from '../../components/talk/talk-dialogs.ts';
import type { Assistant } from '../../data/assistants.ts';
import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { oneOf, present } from '../../lib/search/search-values.ts';

/** The filters in use; without any, the list shows all assistants. */
export interface ListSearch {
  q?: string;
  type?: Assistant['type'];
  status?: Assistant['status'];
  mode?: Assistant['mode'];
}

export function listSearch(search: Record<string, unknown>): ListSearch {
  const q = search['q'];
  const type = oneOf(['inbound', 'outbound'], search['type']);
  const status = oneOf(['active', 'inactive'], search['status']);
  const mode = oneOf(['pipeline', 'multimodal', 'dualplex'], search['mode']);
  return {
    // The router parses numeric text as a number.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(mode !== undefined && { mode }),
  };
}

export const EDITOR_TABS = [
  'prompt',
  'knowledge',
  'voice',
  'call',
  'tools',
  'variables',
  'after',
  'chat',
  'talk',
] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

interface EditorSearch {
  /** The first tab if absent. */
  tab?: EditorTab;
  /** The open test conversation. */
  chat?: string;
  /** Tests by call; by chat if absent. */
  way?: 'call';
  open?: DialogAddress<typeof TALK_DIALOGS>;
}

export function editorSearch(search: Record<string, unknown>): EditorSearch {
  const tab = oneOf(EDITOR_TABS, search['tab']);
  const chat = search['chat'];
  const open = dialogIn(TALK_DIALOGS, search['open']);
  return {
    ...(search['way'] === 'call' && { way: search['way'] }),
    ...(open !== undefined && { open }),
    ...(tab !== undefined && { tab }),
    ...(typeof chat === 'string' && /^[\da-f-]{36}$/.test(chat) && { chat }),
  };
}

/** `template`: preview of a template; `company`: company facts, asked before an assistant is created from it. */
export const NEW_DIALOGS = { template: 'key', company: 'key' } as const;

interface NewSearch {
  /** Offers outbound templates, and then opens the new campaign. */
  for?: 'campaign';
  open?: DialogAddress<typeof NEW_DIALOGS>;
}

export function newSearch(search: Record<string, unknown>): NewSearch {
  return present({
    for: oneOf(['campaign'] as const, search['for']),
    open: dialogIn(NEW_DIALOGS, search['open']),
  });
}
