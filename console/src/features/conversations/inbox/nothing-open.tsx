import { Inbox } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/states.tsx';

export function NothingOpen() {
  return (
    <div className="grid h-full place-items-center p-8">
      <EmptyState
        icon={<Inbox />}
        title="Select a conversation"
        text="Read messages, see tool calls, and take over from the assistant."
      />
    </div>
  );
}
