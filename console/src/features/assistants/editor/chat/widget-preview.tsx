import { MessageCircle, SendHorizontal } from 'lucide-react';
import { renderVariables } from '#contract/render-variables.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { useValues } from '../form/use-values.ts';
import { variablesOf } from '../form/variable-rows.ts';
import { isColor, readableOn } from './readable-on.ts';

const DEFAULT_COLOR = '#2563eb';

const LOOKS = {
  light: { page: '#f3f4f6', panel: '#ffffff', bubble: '#f1f5f9', text: '#111827', soft: '#4b5563' },
  dark: { page: '#111827', panel: '#1f2937', bubble: '#374151', text: '#f9fafb', soft: '#d1d5db' },
} as const;

/** A preview of the widget with the settings in the form. */
export function WidgetPreview() {
  const { widget_settings, initial_message, name, variables } = useValues([
    'widget_settings',
    'initial_message',
    'name',
    'variables',
  ]);
  const { theme = 'light', position = 'bottom-right', color = DEFAULT_COLOR } = widget_settings;
  const shown = isColor(color) ? color : DEFAULT_COLOR;
  const onColor = { background: shown, color: readableOn(shown) };
  const look = LOOKS[theme === 'auto' ? deviceTheme() : theme];
  const isLeft = position === 'bottom-left';
  return (
    <figure className="grid gap-2">
      <figcaption className="font-medium text-sm">Preview</figcaption>
      <div
        role="img"
        aria-label={`Widget at the bottom ${isLeft ? 'left' : 'right'}, ${theme}, ${shown}.`}
        className={classNames(
          'flex h-88 flex-col justify-end gap-3 rounded-xl border border-line p-4',
          isLeft ? 'items-start' : 'items-end',
        )}
        style={{ background: look.page }}
      >
        <div
          className="flex w-full max-w-64 flex-1 flex-col overflow-hidden rounded-xl text-sm shadow-raised"
          style={{ background: look.panel, color: look.text }}
        >
          <div className="truncate px-3 py-2 font-medium" style={onColor}>
            {name}
          </div>
          <div className="grid min-h-0 flex-1 content-start gap-2 overflow-hidden p-3">
            <span className="mr-6 rounded-lg px-3 py-2" style={{ background: look.bubble }}>
              {renderVariables(initial_message ?? '', variablesOf(variables)).text}
            </span>
            <span className="ml-10 rounded-lg px-3 py-2" style={onColor}>
              What are your hours?
            </span>
          </div>
          <div className="flex items-center justify-between px-3 py-2" style={{ color: look.soft }}>
            Write a message
            <SendHorizontal className="size-4" style={{ color: look.soft }} aria-hidden />
          </div>
        </div>
        <span className="grid size-12 place-items-center rounded-full shadow-raised" style={onColor}>
          <MessageCircle className="size-6" aria-hidden />
        </span>
      </div>
    </figure>
  );
}

function deviceTheme(): 'light' | 'dark' {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
