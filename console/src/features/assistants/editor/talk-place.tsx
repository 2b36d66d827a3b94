import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { TalkPanel } from '../../../components/talk/talk-panel.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { AssistantValues } from './form/assistant-values.ts';

/** Where one talks with the assistant; it answers as it is saved, not as it stands in the form. */
export function TalkPlace({ assistant, onSave }: { assistant: Assistant; onSave: () => void }) {
  const { control } = useFormContext<AssistantValues>();
  const { isDirty } = useFormState({ control });
  return (
    <div className="grid gap-4">
      <div aria-live="polite" className="empty:-mb-4">
        {isDirty && (
          <Callout kind="warn">
            <p>
              It answers as it was saved last. Save to try your changes, then run the same conversation again.
            </p>
            <Button size="small" className="mt-2" onClick={onSave}>
              Save
            </Button>
          </Callout>
        )}
      </div>
      <TalkPanel assistant={assistant} />
    </div>
  );
}
