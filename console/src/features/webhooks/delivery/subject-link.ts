/** Link to the subject of a webhook; null if no page shows it. */
export function subjectLink(event: string, subjectId: string): { to: string; label: string } | null {
  if (event === 'call.ended') return { to: `/calls/${subjectId}`, label: `Call ${subjectId}` };
  if (event === 'conversation.ended') return { to: `/conversations/${subjectId}`, label: 'Conversation' };
  return null;
}
