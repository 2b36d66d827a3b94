import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { useZoneChange } from '../../components/form/use-zone-change.ts';
import { useRights } from '../../data/rights.ts';
import { sessionQuery } from '../../data/session.ts';
import { describeError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { browserZone, goAlike, zoneWords } from '../../lib/time/zone.ts';

/** Asks once for the time zone of an account that has the default; either answer is stored as a choice. */
export function ZoneOffer() {
  const { data: session } = useQuery(sessionQuery);
  const change = useZoneChange();
  const chosen = change.isPending ? change.variables : null;
  const now = new Date();
  const own = browserZone();
  const mayChange = useRights().mayChange('Account');
  if (!mayChange || session === undefined || session.user.is_timezone_chosen) return null;
  const zone = session.user.timezone;
  if (goAlike(zone, own, now)) return null;
  return (
    <Callout>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64">
          {t('Days and times are shown in {zone} by default. Your browser uses {browserZone}.', {
            zone,
            browserZone: zoneWords(own, now),
          })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            isBusy={chosen === zone}
            isIdle={change.isPending}
            onClick={() => change.mutate(zone)}
          >
            {t('Keep {zone}', { zone })}
          </Button>
          <Button
            variant="primary"
            size="small"
            isBusy={chosen === own}
            isIdle={change.isPending}
            onClick={() => change.mutate(own)}
          >
            {t('Use {zone}', { zone: own })}
          </Button>
        </div>
      </div>
      {change.error && (
        <p role="alert" className="mt-2 text-bad">
          {describeError(change.error)}
        </p>
      )}
    </Callout>
  );
}
