/** What is opened over the place where one talks; `compare`: the same conversation, run again. */
export const TALK_DIALOGS = {
  'chat-variables': 'plain',
  'call-variables': 'plain',
  compare: 'plain',
} as const;
