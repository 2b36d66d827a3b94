/** Dialogs of the test panel; `compare` runs the conversation again. */
export const TALK_DIALOGS = {
  'chat-variables': 'plain',
  'call-variables': 'plain',
  compare: 'plain',
} as const;
