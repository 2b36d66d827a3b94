import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import type { Vendor } from '../../data/vendors.ts';
import { t } from '../../lib/i18n/t.ts';
import { FIELD_HINTS, FIELD_LABELS } from './vendor-words.ts';

interface VendorFieldProps {
  field: Vendor['fields'][number];
  vendor: Vendor;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** One setting of a vendor. A stored key is never shown. */
export function VendorField({ field, vendor, text, error, onChange }: VendorFieldProps) {
  const { name, kind } = field;
  const isStored = kind === 'secret' && vendor.state === 'connected';
  const hint = isStored ? keptKeyHint(vendor) : FIELD_HINTS[name];
  return (
    <Field label={FIELD_LABELS[name]} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          type={kind === 'secret' ? 'password' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder={field.default ?? undefined}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function keptKeyHint({ key_hint }: Vendor): string {
  return key_hint === null
    ? t('Leave it empty to keep the stored key.')
    : t('Leave it empty to keep the stored key, which ends in {characters}.', { characters: key_hint });
}
