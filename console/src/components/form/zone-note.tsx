import { Link } from '@tanstack/react-router';
import { t } from '../../lib/i18n/t.ts';
import { useZone } from '../../lib/time/use-zone.ts';
import { browserZone, goAlike, zoneWords } from '../../lib/time/zone.ts';

/** The time zone of the dates and times on the page, with a link to change it. */
export function ZoneNote() {
  const now = new Date();
  const zone = useZone();
  const own = browserZone();
  const settings: string = '/settings';
  return (
    <>
      {goAlike(zone, own, now)
        ? t('Times are in {zone}.', { zone: zoneWords(zone, now) })
        : t('Times are in {zone}; your browser uses {browserZone}.', {
            zone: zoneWords(zone, now),
            browserZone: zoneWords(own, now),
          })}{' '}
      <Link
        to={settings}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        {t('Change time zone')}
      </Link>
    </>
  );
}
