import type { Option } from '../../../../components/form/options.ts';
import type { Voice } from '../../../../data/catalog.ts';

/** A voice as an option, with what is known of how it sounds. */
export function voiceOption({ id, name, gender, age, accent }: Voice): Option {
  return { value: String(id), label: name, hint: [gender, age, accent].filter(Boolean).join(', ') };
}
