import {
  WIDGET_DEFAULTS,
  type WidgetSettings,
  type WidgetSettingsChanges,
  widgetSettings,
} from '#contract/widget-settings.ts';

/**
 * Settings after a change. Settings that the change lacks keep their values, and null restores the default.
 * @param stored null for a new assistant
 * @param changes null restores all defaults
 */
export function mergeWidgetSettings(
  stored: Partial<WidgetSettings> | null,
  changes: WidgetSettingsChanges | null,
): WidgetSettings {
  const kept = new Map<string, unknown>(Object.entries(changes === null ? {} : (stored ?? {})));
  const changed = new Map<string, unknown>(Object.entries(changes ?? {}));
  const entries = Object.entries(WIDGET_DEFAULTS).map(([name, fallback]) => {
    const change = changed.get(name);
    return [name, change === undefined ? (kept.get(name) ?? fallback) : (change ?? fallback)] as const;
  });
  // Parsed, so that the settings are in the order of the contract.
  const merged = widgetSettings.parse(Object.fromEntries(entries));
  return { ...merged, working_hours: merged.working_hours.map(padTimes) };
}

function padTimes(hours: WidgetSettings['working_hours'][number]): WidgetSettings['working_hours'][number] {
  return { ...hours, opens: hours.opens.padStart(5, '0'), closes: hours.closes.padStart(5, '0') };
}
