import { useEffect } from 'react';
import { type Control, type FieldValues, useFormState, useWatch } from 'react-hook-form';
import { stillOvertaken } from '../../lib/forms/overtaken.ts';
import type { Following } from '../../lib/forms/use-stored.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { Callout } from '../feedback/callout.tsx';

interface OvertakenNoteProps<Values extends FieldValues, Sent> {
  control: Control<Values, unknown, Sent>;
  following: Following;
  /** Label of a field on the page. */
  labelOf: (name: string) => string;
}

/** Lists fields with unsaved changes that were also changed elsewhere; the last save wins. */
export function OvertakenNote<Values extends FieldValues, Sent>(props: OvertakenNoteProps<Values, Sent>) {
  const { control, following, labelOf } = props;
  const { overtaken, take, forget } = following;
  const { defaultValues = {} } = useFormState({ control });
  const now = useWatch({ control });
  const shown = stillOvertaken(overtaken, defaultValues, now);
  const settled = overtaken.filter((name) => !shown.includes(name));
  // Forget fields whose conflict is resolved.
  useEffect(() => {
    if (settled.length > 0) forget(settled);
  });
  return (
    <div role="status" className="max-h-[30vh] overflow-y-auto not-empty:mb-3">
      {shown.length > 0 && (
        <Callout kind="warn">
          <ul className="grid gap-2">
            {shown.map((name) => (
              <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span>
                  {t('{field} was changed elsewhere. Saving replaces that change.', { field: labelOf(name) })}
                </span>
                <Button size="small" onClick={() => take(name)}>
                  {rich('Use theirs<hidden> for {field}</hidden>', {
                    hidden: (content) => <span className="sr-only">{content}</span>,
                    field: labelOf(name),
                  })}
                </Button>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
