import type { FieldControl } from '../../../components/form/field.tsx';
import { Select } from '../../../components/form/select.tsx';
import type { Template } from '../../../data/senders.ts';

type State = Template['status'];

const STATES: readonly State[] = ['approved', 'pending', 'rejected', 'paused', 'disabled'];

interface CarrierSaysProps {
  control: FieldControl;
  state: State;
  onChange: (state: State) => void;
}

/** What a carrier has decided of a template. */
export function CarrierSays({ control, state, onChange }: CarrierSaysProps) {
  return (
    <Select
      {...control}
      value={state}
      options={STATES.map((value) => ({ value, label: value }))}
      onChange={(chosen) => {
        const next = STATES.find((one) => one === chosen);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}
