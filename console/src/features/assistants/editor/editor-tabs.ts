import type { EditorTab } from '../search-params.ts';

export const TAB_LABELS: Readonly<Record<EditorTab, string>> = {
  prompt: 'Prompt',
  knowledge: 'Knowledge',
  voice: 'Voice & turns',
  call: 'Call rules',
  tools: 'Tools',
  variables: 'Variables',
  after: 'After the call',
  chat: 'Chat & widget',
  talk: 'Talk',
};
