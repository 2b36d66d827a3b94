export const DEMO_PROMPT = `You are the receptionist of Harbour Dental, a dental clinic in a small harbor town.
Answer questions about the clinic from its handbook, in one or two friendly sentences.
If the handbook has no answer, say so and offer a callback from a colleague.`;

export const DEMO_CALLER_PROMPT = `You call patients of Harbour Dental, a dental clinic in a small harbor town, to remind them of an appointment.
The patient: {{name|unknown}}. The appointment: {{time|unknown, ask which one they have}}. Ask whether they will come, and answer questions
from the handbook in one or two friendly sentences. If they cannot come, say that a colleague will call back. Thank them and say goodbye.`;

/** A small handbook with facts that no model can know. */
export const DEMO_DOCUMENT = `# Harbour Dental: clinic handbook

## Opening hours

Harbour Dental is open Monday to Thursday from 8:30 to 18:00 and on Friday from 8:30 to 14:00. On Saturday we see emergencies only, from 10:00 to 12:00. We are closed on Sundays and public holidays.

## Finding us

The clinic is at 12 Ropewalk Lane, on the first floor above the old chandlery. There is a lift at the back entrance. Two parking spaces for patients are in the yard; the code of the barrier is 4711. Bus line 7 stops in front of the house.

## Appointments

Appointments are made by phone or chat. New patients come 15 minutes early to fill in the health questionnaire. An appointment can be moved or cancelled free of charge until 24 hours before; after that we charge a late cancellation fee of 35 euros.

## Prices

A check-up costs 49 euros and takes about 30 minutes. A professional cleaning costs 85 euros and takes 45 minutes. Tooth whitening costs 290 euros for both rows. Children under 12 pay nothing for their yearly check-up. Patients can pay by card, in cash, or in up to six monthly instalments for treatments above 300 euros.

## The team

Dr. Maren Holt founded the clinic in 2009 and does implants and surgery. Dr. Idris Falk treats children and anxious patients; he works on Tuesdays and Thursdays. Lena Brandt is the dental hygienist and does all professional cleanings.

## Emergencies

If a tooth is knocked out, keep it in cold milk and come at once; the first hour counts. For strong pain outside opening hours call the emergency line on +49 30 5550 1234. With swelling of the face and fever go to the hospital.

## After a tooth was pulled

Bite on the gauze for half an hour. Do not rinse, smoke or drink coffee for 24 hours. Cool the cheek from outside. Some oozing on the first day is normal; call us if it does not stop.

## Insurance

We work with all public insurers and most private ones. The clinic sends the bill to public insurers directly. For private insurers you get an invoice by e-mail within five working days.
`;
