import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { renderVariables } from '#contract/render-variables.ts';
import type { Assistant } from '../../../../data/assistants.ts';
import { widgetQuery } from '../../../../data/widgets.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { useValues } from '../form/use-values.ts';
import { variablesOf } from '../form/variable-rows.ts';

/** The real widget in a frame, with the settings of the form. */
export function WidgetPreview({ assistant: { uuid } }: { assistant: Assistant }) {
  const { widget_settings, initial_message, name, variables } = useValues([
    'widget_settings',
    'initial_message',
    'name',
    'variables',
  ]);
  const { data: widget } = useQuery(widgetQuery(uuid));
  const [isAway, setAway] = useState(false);
  const appearance = {
    ...widget_settings,
    name: name || '…',
    greeting: renderVariables(initial_message ?? '', variablesOf(variables)).text,
    picture: widget?.picture ?? null,
    is_away: isAway,
  };
  const hasHours = (widget_settings.working_hours ?? []).length > 0;
  return (
    <figure className="grid gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-3 font-medium text-sm">
        {t('Preview')}
        {hasHours && (
          <label className="flex items-center gap-2 font-normal">
            <input
              type="checkbox"
              checked={isAway}
              onChange={({ target }) => setAway(target.checked)}
              className="size-6 accent-accent sm:size-4"
            />
            {t('Outside working hours')}
          </label>
        )}
      </figcaption>
      <PreviewFrame appearance={JSON.stringify(appearance)} />
    </figure>
  );
}

/** @param appearance JSON text, so that equal settings are sent once */
function PreviewFrame({ appearance }: { appearance: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === frame.current?.contentWindow && data === 'parley-preview-ready') setReady(true);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (!isReady) return;
    const parsed: unknown = JSON.parse(appearance);
    const message = { type: 'parley-preview', appearance: parsed };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, appearance]);
  return (
    <iframe
      ref={frame}
      src="/widget-preview"
      title={t('Widget preview')}
      className="h-176 w-full rounded-xl border border-line bg-sunken"
    />
  );
}
