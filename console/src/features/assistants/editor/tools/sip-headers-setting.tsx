import { useState } from 'react';
import { Field } from '../../../../components/form/field.tsx';
import { TextArea } from '../../../../components/form/input.tsx';
import { headerLines, headersIn } from '../../../../lib/forms/header-lines.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { isSame } from '../../../../lib/is-same.ts';
import { useSetting } from '../form/use-setting.ts';

const HINT = t('For transfers over a SIP trunk. One per line, such as X-Customer-Id: {{customer_id}}.');

/** SIP headers of a transfer; null if empty. @param path of the tool */
export function SipHeadersSetting({ path }: { path: string }) {
  const { value, set, onBlur, ref, innerError } = useSetting(`${path}.sip_headers`);
  const headers = headersOf(value);
  const [typed, setTyped] = useState(() => headerLines(headers));
  // Parsed headers lose the spaces and empty lines of the typed text.
  const text = isSame(headersIn(typed), headers) ? typed : headerLines(headers);
  return (
    <Field label={t('SIP headers')} hint={HINT} error={innerError}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          rows={2}
          spellCheck={false}
          className="font-mono text-sm"
          value={text}
          onChange={(event) => {
            const read = headersIn(event.target.value);
            setTyped(event.target.value);
            set(read.length === 0 ? null : read);
          }}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

function headersOf(value: unknown): { name: string; value: string }[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter(isHeader);
}

function isHeader(item: unknown): item is { name: string; value: string } {
  return typeof item === 'object' && item !== null && 'name' in item && 'value' in item;
}
