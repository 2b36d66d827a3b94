import { t } from '../../../lib/i18n/t.ts';
import type { AssistantTemplate } from './assistant-template.ts';

export const restaurantReservations: AssistantTemplate = {
  id: 'restaurant-reservations',
  title: t('Restaurant reservations'),
  text: t('Takes table reservations and answers questions about the menu and the restaurant.'),
  next: [
    t('Fill in the opening hours, the largest table and the food.'),
    t('Turn on the webhook to receive each reservation.'),
  ],
  company: 'restaurant',
  offer: 'food',
  greetings: {
    de: 'Guten Tag, hier ist {{restaurant}}. Möchten Sie einen Tisch reservieren?',
    ro: 'Bună ziua, aici {{restaurant}}. Doriți să rezervați o masă?',
    es: 'Buenos días, {{restaurant}}. ¿Desea reservar una mesa?',
    fr: 'Bonjour, {{restaurant}}. Souhaitez-vous réserver une table ?',
  },
  examples: {
    opening_hours: 'Tuesday to Sunday, noon to three and six to eleven',
    kitchen_closes: 'at ten in the evening',
    largest_table: '8',
    address: '12 Market Street, parking behind the building',
  },
  assistant: {
    name: 'Reservations',
    type: 'inbound',
    mode: 'pipeline',
    record: true,
    initial_message: 'Hello, this is {{restaurant}}. Would you like to reserve a table?',
    system_prompt: `# Who you are
You answer the phone of {{restaurant}}. You sound like a good host: cheerful, unhurried, brief.

# Your goal
A complete reservation: name, number of guests, day, time and phone number.

# How you speak
- One short question at a time.
- Times as in a restaurant: “half past seven”.
- Sound glad about guests, without superlatives.

# What you know
- Open: {{opening_hours}}
- The kitchen closes {{kitchen_closes}}.
- We take up to {{largest_table}} guests at a table by phone.
- Food: {{food}}
- Address and parking: {{address}}

# Steps
1. Ask for how many guests, which day and what time. Take them in any order.
2. If we are closed then, say so and offer the nearest time that we are open.
3. Ask for the name, and for a number in case something changes. Read the number back.
4. Ask about special requests: allergies, a high chair, a birthday, outside or inside. Note them, but do not promise a particular table.
5. Read the reservation back in one sentence. After a yes say: “We look forward to seeing you.” End the call.

For more guests than our largest table, take the name, phone number, day and number of guests, and say that the manager will call back.

# Limits
- If you have no tool that shows free tables, say that the reservation is confirmed unless we call back within the hour.
- About allergies, say only what is written here; otherwise say that the kitchen will gladly advise at the table.
- No orders for delivery, no prices you do not know.

# When to hand over or end
- For complaints: listen, apologize once, and take their name and number for the manager.
- To move or cancel: ask for name, day and time, and note it.
- End the call after goodbye, or when nobody answers twice.`,
    variables: {
      restaurant: '',
      opening_hours: '',
      kitchen_closes: '',
      largest_table: '',
      food: '',
      address: '',
    },
    tools: [
      { type: 'end_call', description: 'When the reservation is read back and confirmed, or after goodbye.' },
    ],
    post_call_schema: [
      { name: 'reserved', type: 'bool', description: 'Whether a complete reservation was confirmed.' },
      { name: 'name', type: 'string', description: 'Name for the reservation.' },
      { name: 'guests', type: 'number', description: 'Number of guests.' },
      { name: 'date_time', type: 'string', description: 'Day and time as YYYY-MM-DD HH:MM.' },
      { name: 'phone', type: 'string', description: 'Phone number of the guest, digits as spoken.' },
      {
        name: 'wishes',
        type: 'string',
        description: 'Allergies and special requests; empty if there are none.',
      },
      { name: 'summary', type: 'string', description: 'What was agreed, in one sentence.' },
    ],
    endpoint_type: 'ai',
    endpoint_sensitivity: 0.5,
    max_duration: 420,
    ambient_sound: 'off',
  },
};
