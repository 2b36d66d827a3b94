import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { SaveRow } from '../../components/form/save-row.tsx';
import { useZoneChange } from '../../components/form/use-zone-change.ts';
import { ZoneOptions } from '../../components/form/zone-options.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Card } from '../../components/layout/card.tsx';
import { describeError, fieldErrors } from '../../lib/api/api-error.ts';
import { rich, t } from '../../lib/i18n/t.ts';
import { useZone } from '../../lib/time/use-zone.ts';
import { browserZone, goAlike, zoneWords } from '../../lib/time/zone.ts';

/** Time zone of the account: used in lists, filters, charts, exports and webhooks. */
export function ZoneCard() {
  const zone = useZone();
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const change = useZoneChange(() => setTyped(null));
  const error = fieldErrors(change.error)['timezone']?.[0];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(typed ?? zone);
  };
  return (
    <Card
      id="time-zone"
      title={t('Time zone')}
      text={t('Used for days and times in lists, charts, exports and webhooks.')}
    >
      <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
        {change.error && error === undefined ? (
          <Callout kind="bad">{describeError(change.error)}</Callout>
        ) : null}
        <p>{rich('Current: {zone}', { zone: <strong>{zoneWords(zone, new Date())}</strong> })}</p>
        <Field
          label={t('Time zone')}
          hint={t('Your browser uses {zone}.', { zone: browserZone() })}
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              list={list}
              spellCheck={false}
              value={typed ?? zone}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <ZoneOptions id={list} />
        <IfAllowed
          area="Account"
          otherwise={<p className="text-ink-soft text-sm">{t('Only admins can change the time zone.')}</p>}
        >
          {!goAlike(zone, browserZone(), new Date()) && (
            <div>
              <Button size="small" isIdle={change.isPending} onClick={() => change.mutate(browserZone())}>
                {t('Use browser time zone')}
              </Button>
            </div>
          )}
          <SaveRow
            action={t('Save time zone')}
            isDirty={typed !== null && typed !== zone}
            isBusy={change.isPending}
          />
        </IfAllowed>
      </form>
    </Card>
  );
}
