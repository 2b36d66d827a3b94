import { useFormContext } from 'react-hook-form';
import { Button } from '../../../../components/button.tsx';
import { Callout } from '../../../../components/feedback/callout.tsx';
import type { AssistantValues } from '../form/assistant-values.ts';
import { useVoices } from './use-voices.ts';

/** Below the realtime model: why the voice does not go with it, and one that does. */
export function ForeignVoice() {
  const form = useFormContext<AssistantValues>();
  const { fitting, chosen, refusedBy } = useVoices();
  const [first] = fitting;
  const take = (id: number): void =>
    form.setValue('voice_id', id, { shouldDirty: true, shouldValidate: true });
  return (
    <div aria-live="polite" className="empty:hidden">
      {chosen !== null && refusedBy !== null && (
        <Callout kind="warn">
          <p>
            The voice {chosen.name} belongs to another vendor. {refusedBy.name} speaks with voices of its own
            only, so the two cannot be saved together.
          </p>
          {first === undefined ? (
            <p className="mt-1">There is no voice for this model and language: choose another model.</p>
          ) : (
            <Button size="small" className="mt-2" onClick={() => take(first.id)}>
              Use {first.name}
            </Button>
          )}
        </Callout>
      )}
    </div>
  );
}
