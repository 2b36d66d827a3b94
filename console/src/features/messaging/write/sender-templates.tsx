import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { TemplateView } from '#contract/messaging.ts';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Loaded, type QueryLike, Skeleton } from '../../../components/feedback/states.tsx';
import type { TemplateDraft } from '../../../components/messaging/template-draft.ts';
import { TemplateFields } from '../../../components/messaging/template-fields.tsx';
import type { Sender } from '../../../data/senders.ts';

interface SenderTemplatesProps {
  sender: Sender;
  /** Approved ones. */
  templates: QueryLike<readonly TemplateView[]>;
  draft: TemplateDraft;
  onChange: (draft: TemplateDraft) => void;
  isChecked: boolean;
}

/** What the sender may send, or how it comes to have something. */
export function SenderTemplates({ sender, templates, draft, onChange, isChecked }: SenderTemplatesProps) {
  return (
    <Loaded query={templates} skeleton={<Skeleton lines={1} />}>
      {(offered) =>
        offered.length === 0 ? (
          <Callout kind="warn">
            {sender.display_name} has no approved template, and nothing else may be sent to somebody who has
            not written. Templates are written at its carrier, in the sandbox on its page; those that were
            approved stand among{' '}
            <Link
              to="/messaging/senders/$senderId"
              params={{ senderId: String(sender.id) }}
              search={{ tab: 'templates' }}
              className="underline"
            >
              its templates
            </Link>
            .
          </Callout>
        ) : (
          <TemplateFields templates={offered} draft={draft} onChange={onChange} isChecked={isChecked} />
        )
      }
    </Loaded>
  );
}

/** Where there is none yet: what it is, and how to have one. */
export function NoSenders({ onNewSender }: { onNewSender: () => void }) {
  return (
    <>
      <Callout kind="warn">
        There is no sender yet: messages come from a number that customers can answer. Connect one first;
        those of the sandbox cost nothing.
      </Callout>
      <div>
        <Button icon={<Plus />} onClick={onNewSender}>
          New sender
        </Button>
      </div>
    </>
  );
}
