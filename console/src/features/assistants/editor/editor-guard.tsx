import { type Control, useFormState } from 'react-hook-form';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import type { AssistantValues } from './form/assistant-values.ts';

/** Asks before leaving discards changes. Tabs of the same assistant keep them. */
export function EditorGuard<Sent>({ control }: { control: Control<AssistantValues, unknown, Sent> }) {
  const { isDirty } = useFormState({ control });
  return <LeaveGuard isDirty={isDirty} isKept={() => true} />;
}
