import { Inbox } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/states.tsx';

export function NothingOpen() {
  return (
    <div className="grid h-full place-items-center p-8">
      <EmptyState
        icon={<Inbox />}
        title="Choose a conversation"
        text="Read what was said, see what the assistant looked up, and take over where a person is needed."
      />
    </div>
  );
}
