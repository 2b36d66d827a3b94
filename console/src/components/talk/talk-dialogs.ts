/** Dialogs of the test panel; `compare`: the conversation, run again. */
export const TALK_DIALOGS = {
  'chat-variables': 'plain',
  'call-variables': 'plain',
  compare: 'plain',
} as const;
