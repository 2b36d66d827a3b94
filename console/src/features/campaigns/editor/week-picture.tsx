import type { CampaignLimits } from '../../../data/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { SHORT_WEEKDAY_NAMES } from '../../../lib/time/weekday-names.ts';
import {
  DAY_MINUTES,
  DAYS,
  minutesOfWeek,
  nowIn,
  stretchesOf,
  timeOf,
  type WeekHours,
  weekInWords,
} from './week-windows.ts';

interface WeekPictureProps {
  /** Null if a time is invalid. */
  hours: WeekHours | null;
  zone: string;
  limits: Pick<CampaignLimits, 'calling_hours' | 'sandbox_calling_hours'>;
}

const HOURS = [0, 6, 12, 18, 24];
const share = (minutes: number): string => `${(minutes / DAY_MINUTES) * 100}%`;

/** Calling hours of a week in the campaign's time zone; an overnight window is split across both days. */
export function WeekPicture({ hours, zone, limits }: WeekPictureProps) {
  if (hours === null) return null;
  const stretches = stretchesOf(hours);
  const words = weekInWords(hours);
  const weeklyHours = Math.round(minutesOfWeek(stretches) / 6) / 10;
  const now = nowIn(zone, new Date());
  return (
    <figure className="rounded-lg border border-line bg-ground p-4">
      <div
        role="img"
        aria-label={t('Calling hours of the week. {summary}', { summary: words })}
        className="grid gap-1.5"
      >
        {DAYS.map((day, index) => (
          <div key={day} className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-2">
            <span className="text-ink-soft text-xs">{SHORT_WEEKDAY_NAMES[day]}</span>
            <div className="relative h-4 overflow-hidden rounded bg-line">
              {stretches
                .filter((stretch) => stretch.day === index)
                .map(({ from, until }) => (
                  <div
                    key={from}
                    className="absolute inset-y-0 bg-accent"
                    style={{ left: share(from), width: share(until - from) }}
                  />
                ))}
              <LegalBounds callingHours={limits.calling_hours} />
              {now?.day === index && (
                <div className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: share(now.minute) }} />
              )}
            </div>
          </div>
        ))}
        <div className="relative ml-12 h-4 text-ink-soft text-xs">
          {HOURS.map((hour) => (
            <span
              key={hour}
              className="absolute first:translate-x-0 last:-translate-x-full not-first:not-last:-translate-x-1/2"
              style={{ left: share(hour * 60) }}
            >
              {hour}
            </span>
          ))}
        </div>
      </div>
      <figcaption className="mt-2 grid gap-1 text-ink-soft text-sm">
        <span className="text-ink">{words}</span>
        <span>
          {now === null
            ? t('{hours, plural, one {# hour a week, {zone} time.} other {# hours a week, {zone} time.}}', {
                hours: weeklyHours,
                zone,
              })
            : t(
                '{hours, plural, one {# hour a week, {zone} time (now {time}).} other {# hours a week, {zone} time (now {time}).}}',
                {
                  hours: weeklyHours,
                  zone,
                  time: timeOf(now.minute),
                },
              )}
        </span>
        <LegalWords limits={limits} />
      </figcaption>
    </figure>
  );
}

/** Dims hours outside the permitted calling hours, as they apply to numbers in the campaign's time zone. */
function LegalBounds({
  callingHours: { start_minute, end_minute },
}: {
  callingHours: CampaignLimits['calling_hours'];
}) {
  const look = 'absolute inset-y-0 bg-line/75';
  return (
    <>
      <div className={`${look} left-0`} style={{ width: share(start_minute) }} />
      <div className={`${look} right-0`} style={{ width: share(DAY_MINUTES - end_minute) }} />
    </>
  );
}

function LegalWords({ limits: { calling_hours, sandbox_calling_hours } }: Pick<WeekPictureProps, 'limits'>) {
  if (isWholeDay(calling_hours)) return null;
  const { start_minute, end_minute } = calling_hours;
  return (
    <span>
      {t('No calls before {start} or after {end} in the recipient’s local time (shown in a lighter shade).', {
        start: timeOf(start_minute),
        end: timeOf(end_minute),
      })}
      {isWholeDay(sandbox_calling_hours) && (
        <> {t('Campaigns that use only sandbox numbers ignore this limit.')}</>
      )}
    </span>
  );
}

function isWholeDay({ start_minute, end_minute }: CampaignLimits['calling_hours']): boolean {
  return start_minute === 0 && end_minute === DAY_MINUTES;
}
