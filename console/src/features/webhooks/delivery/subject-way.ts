/** The page of what a webhook tells of; null: no page shows it. */
export function subjectWay(event: string, subjectId: string): { to: string; label: string } | null {
  if (event === 'call.ended') return { to: `/calls/${subjectId}`, label: `Call ${subjectId}` };
  if (event === 'conversation.ended') return { to: `/conversations/${subjectId}`, label: 'The conversation' };
  return null;
}
