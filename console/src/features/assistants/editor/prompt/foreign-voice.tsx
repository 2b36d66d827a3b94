import { useFormContext } from 'react-hook-form';
import { Button } from '../../../../components/button.tsx';
import { Callout } from '../../../../components/feedback/callout.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { useVoices } from './use-voices.ts';

/** Shown below the realtime model when it doesn't support the voice; offers one that it supports. */
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
            {t('{model} doesn’t support the voice {voice}.', { model: refusedBy.name, voice: chosen.name })}
          </p>
          {first === undefined ? (
            <p className="mt-1">{t('No voice supports this model and language. Choose another model.')}</p>
          ) : (
            <Button size="small" className="mt-2" onClick={() => take(first.id)}>
              {t('Use {name}', { name: first.name })}
            </Button>
          )}
        </Callout>
      )}
    </div>
  );
}
