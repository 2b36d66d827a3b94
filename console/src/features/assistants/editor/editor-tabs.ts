import { t } from '../../../lib/i18n/t.ts';
import type { EditorTab } from '../search-params.ts';

export const TAB_LABELS: Readonly<Record<EditorTab, string>> = {
  prompt: t('Prompt'),
  knowledge: t('Knowledge'),
  voice: t('Voice & turns'),
  call: t('Call rules'),
  tools: t('Tools'),
  variables: t('Variables'),
  after: t('After the call'),
  chat: t('Chat & widget'),
  talk: t('Talk'),
};
