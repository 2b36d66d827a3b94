import type { Assistant } from '../../data/assistants.ts';

/** What the list shows; missing: all. */
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
    // A text that is a number comes out of the address as one.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(mode !== undefined && { mode }),
  };
}

export const EDITOR_TABS = [
  'prompt',
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
  /** Missing: the first. */
  tab?: EditorTab;
  /** The test conversation that is shown; missing: none was begun. */
  chat?: string;
}

export function editorSearch(search: Record<string, unknown>): EditorSearch {
  const tab = oneOf(EDITOR_TABS, search['tab']);
  const chat = search['chat'];
  return {
    ...(tab !== undefined && { tab }),
    ...(typeof chat === 'string' && /^[\da-f-]{36}$/.test(chat) && { chat }),
  };
}

/** The template that is shown; missing: all of them. */
export function newSearch(search: Record<string, unknown>): { template?: string } {
  const template = search['template'];
  return typeof template === 'string' ? { template } : {};
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value);
}
