import { z } from 'zod';
import { WEEKDAYS } from './campaigns.ts';
import { flag, text, timeOfDay, webOrigin } from './fields.ts';

/** Languages of the widget's own texts. */
export const WIDGET_LANGUAGES = ['en', 'ro', 'fr', 'es', 'de', 'lt', 'it', 'ar', 'pt', 'da'] as const;

export type WidgetLanguage = (typeof WIDGET_LANGUAGES)[number];

export const widgetHours = z
  .object({
    day: z.enum(WEEKDAYS).describe('Day of the week.'),
    opens: timeOfDay().describe('Time of day such as `09:00`.'),
    closes: z
      .string()
      .regex(/^(?:(?:[01]?\d|2[0-3]):[0-5]\d|24:00)$/, {
        error: ':field must be a time of day such as 17:30, from 00:01 to 24:00.',
      })
      .describe('Time of day such as `17:30`, or `24:00`.'),
  })
  .refine(({ opens, closes }) => opens.padStart(5, '0') < closes.padStart(5, '0'), {
    error: ':field must be later than opens.',
    path: ['closes'],
  });

/** Only the days, so that duplicates are found even when an item has other errors. */
const daysOnly = z.array(z.object({ day: z.string() }));

const workingHours = z
  .array(widgetHours)
  .max(WEEKDAYS.length)
  .refine((items) => new Set(items.map(({ day }) => day)).size === items.length, {
    error: ':field must have distinct days.',
    when: ({ value }) => daysOnly.safeParse(value).success,
  });

const fields = {
  theme: z.enum(['light', 'dark', 'auto']),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, { error: ':field must be a color such as #2563eb.' }),
  position: z.enum(['bottom-right', 'bottom-left']),
  allowed_origins: z.array(webOrigin()).max(50),
  title: text(60).nullable().describe("Heading of the chat; null for the assistant's name."),
  subtitle: text(80)
    .nullable()
    .describe('Line below the title; null for “AI assistant” in the visitor’s language.'),
  language: z
    .enum(['auto', ...WIDGET_LANGUAGES])
    .describe("Language of the widget's own texts. `auto`: that of the page, then of the browser."),
  starters: z.array(text(80)).max(6).describe('Questions that a new visitor can send with a click.'),
  greeting_bubble: text(160).nullable().describe('Shown next to the button while the chat is closed.'),
  placeholder: text(60)
    .nullable()
    .describe("Text of the empty message field; null for “Write a message” in the visitor's language."),
  consent_text: text(500)
    .nullable()
    .describe('Shown above the message field, with Markdown links, such as a note on data protection.'),
  working_hours: workingHours.describe(
    "Hours of each day in the assistant's time zone, such as `{day: monday, opens: 09:00, closes: 17:30}`; empty for always open. The assistant also answers outside these hours.",
  ),
  away_text: text(300).nullable().describe('Shown in the chat outside the working hours.'),
  away_contact: text(120)
    .nullable()
    .describe('Shown with `away_text`: an email address, a phone number or a web address.'),
  calls_enabled: flag().describe('Visitors can call the assistant from the widget.'),
  hides_names: flag().describe('Visitors do not see the names of teammates who answer.'),
  files_enabled: flag().describe('Visitors can send files.'),
};

/** Values of a new assistant's widget. */
export const WIDGET_DEFAULTS: WidgetSettings = {
  theme: 'light',
  color: '#2563eb',
  position: 'bottom-right',
  allowed_origins: [],
  title: null,
  subtitle: null,
  language: 'auto',
  starters: [],
  greeting_bubble: null,
  placeholder: null,
  consent_text: null,
  working_hours: [],
  away_text: null,
  away_contact: null,
  calls_enabled: false,
  hides_names: false,
  files_enabled: true,
};

export const widgetSettings = z
  .object(fields)
  .describe(
    'Appearance and texts of the chat widget, and the origins that may embed it (`https://shop.example`); an empty list allows every site.',
  );

export type WidgetSettings = z.output<typeof widgetSettings>;

type Shape = typeof fields;
type Changes = { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> };

/** Every setting may be absent, which keeps it, or null, which restores its default. */
function asChanges(shape: Shape): Changes {
  const entries = Object.entries(shape).map(([name, field]) => [name, field.nullish()]);
  return Object.fromEntries(entries) as Changes;
}

export const widgetSettingsChanges = z.object(asChanges(fields));

export type WidgetSettingsChanges = z.output<typeof widgetSettingsChanges>;
